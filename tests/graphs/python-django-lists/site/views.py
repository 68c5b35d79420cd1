from django.views import View


def plain(request): ...


class Base(View):
    def get(self, request): ...


class Item(Base):
    def post(self, request): ...

    def helper(self): ...
