"""Functions, methods, parameters, decorators."""
import functools
from typing import overload


def plain(a, b=1, *rest, key: str, other: "int | None" = None, **options) -> list[str]:
    """Says something."""
    return helper(a)


async def fetch(url: str):
    data = await get(url)
    return data


def numbers(limit=make()):
    def inner(x):
        return x + limit

    yield inner(1)
    yield from numbers(2)
    return "end"


@functools.lru_cache(maxsize=2)
def cached():
    return lambda x, *y: x.go(*y, **opts(x))


class Box:
    """A box."""

    @property
    def size(self) -> int:
        return self._size

    @size.setter
    def size(self, value: int) -> None:
        self._size = value

    @classmethod
    def make(cls, size=0):
        return cls(size)

    @staticmethod
    def help(topic):
        print(topic)

    @overload
    def get(self, key: int) -> str: ...
    @overload
    def get(self, key: str) -> int: ...
    def get(self, key):
        return self.items[key]
