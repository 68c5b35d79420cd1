def index(request):
    return None


def about(request):
    return None


class Archive:
    @classmethod
    def as_view(cls):
        return cls


class Detail:
    def get(self, request, pk):
        return index(request)
