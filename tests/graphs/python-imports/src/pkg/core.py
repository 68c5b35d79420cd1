import pkg.sub.deep
from . import helpers
from .helpers import log
from .sub.deep import bottom as lowest


class Engine:
    def run(self):
        log("run")
        helpers.trace()
        lowest()
        pkg.sub.deep.bottom()
        return pkg.sub.deep.Deep()


def start():
    from .sub import later

    later()
    return Engine().run().dive()
