"""Functions and classes as values; decorators; what is called through them."""
import functools
from contextlib import contextmanager


def target():
    return Thing()


class Thing:
    def act(self):
        return self

    def __call__(self):
        return Thing()

    alias = act


renamed = target
Kind = Thing


def plain(function):
    return function


def wrapping(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        return function(*args, **kwargs)

    return inner


def with_argument(name):
    def decorate(function):
        return function

    return decorate


@plain
def decorated():
    return Thing()


@wrapping
@with_argument("x")
def twice():
    return Thing()


@contextmanager
def opened():
    yield Thing()


def use(callback, count=len("x")):
    renamed().act()
    Kind().act().alias().act()
    decorated().act()
    twice().act()
    with opened() as thing:
        thing.act()
    callback()
    local = target
    local()
    thing = Thing()
    thing().act()
    functools.partial(target)()
    sorted([], key=lambda t: target())


def outer():
    def nested():
        target()

    class Local:
        def method(self):
            nested()

    nested()
    Local().method()


import sys

if sys.platform == "win32":

    def platform_call():
        target()

else:

    def platform_call():
        pass


class Maker:
    product = Thing

    def __init__(self):
        self.handler = target
        self.given = None

    @classmethod
    def make(cls):
        return cls()

    def copy(self):
        return self.__class__()

    def run(self, given: type[Thing], hook):
        platform_call()
        self.product().act()
        self.handler().act()
        given().act()
        hook()
        {"x": Thing}["x"]()
        Maker.make().copy().run(Thing, target)


from typing import Callable, Generic, TypeVar

R = TypeVar("R")


class Cached(Generic[R]):
    def __init__(self, function: Callable[..., R]):
        self.function = function

    def __call__(self) -> R: ...

    def forget(self): ...


def typed(function: Callable[[], int]) -> Callable[[], Thing]: ...


def many(function: Callable[..., R]) -> Callable[..., list[R]]: ...


@typed
def number():
    return 1


@many
def several():
    return Thing()


@Cached
def remembered():
    return Thing()


def decorated_results():
    number().act()
    several()[0].act()
    remembered().act()
