from django.dispatch import receiver
from pyee.base import EventEmitter

from signals import order_done, order_left

ee = EventEmitter()


class Own:
    def connect(self, handler):
        pass

    def send(self, **named):
        pass


own = Own()


def mail(**named):
    pass


def never(**named):
    pass


def ready():
    pass


order_done.connect(mail)
order_left.connect(never)
own.connect(never)
ee.on("ready", ready)
ee.on("gone", never)


def start():
    ee.emit("ready")
    own.send(order=1)


@receiver(order_done)
def ship(**named):
    pass


@receiver(order_left)
def not_this(**named):
    pass


@ee.on("ready")
def decorated():
    pass


@ee.on("other")
def not_decorated():
    pass
