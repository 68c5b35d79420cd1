from rest_framework import mixins, viewsets
from rest_framework.decorators import action


class Own(viewsets.ReadOnlyModelViewSet):
    def helper(self): ...


class Posts(Own):
    def retrieve(self, request, pk=None): ...

    @action(detail=True, methods=["post"])
    def publish(self, request, pk=None): ...

    @action(detail=False, url_path="recent-ones")
    def recent(self, request): ...


class Tags(mixins.CreateModelMixin, viewsets.GenericViewSet):
    def list(self, request): ...


# None: it has no actions.
class Notes(viewsets.ViewSet):
    def save(self): ...
