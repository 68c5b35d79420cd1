from ..helpers import trace


class Deep:
    def dive(self):
        trace()


def bottom():
    return Deep()
