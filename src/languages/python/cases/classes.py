from __future__ import annotations

import abc
import enum
import typing as t
from dataclasses import dataclass, field

T = t.TypeVar("T", bound="Shape")
K = t.TypeVar("K")


class Shape(abc.ABC):
    sides: t.ClassVar[int] = 0
    registry: dict[str, type[Shape]] = {}

    def __init__(self, name: str) -> None:
        self.name = name
        self.parts: list[Shape] = []

    @abc.abstractmethod
    def area(self) -> float: ...

    def clone(self: T) -> T:
        return self.__class__(self.name)


class Square(Shape, metaclass=abc.ABCMeta):
    def __init__(self, side):
        super().__init__("square")
        super(Square, self).area()
        self.side = side

    def nested(self):
        def later():
            self.late = compute()

        later()

    class Inner:
        value = make_value()


class Registry(t.Mapping[K, T], t.Generic[T, K]):
    def find(self, key: K) -> T | None:
        return self._items.get(key)


class Stack[E: Shape](list[E]):
    def top[R](self, change: t.Callable[[E], R]) -> R:
        return change(self[-1])


class Colour(enum.Enum):
    RED = 1
    GREEN = enum.auto()
    _hidden = 3

    def shade(self):
        return self.RED


@dataclass
class Point:
    x: int
    y: int = field(default=0)
    date: date | None = None


class Reader(t.Protocol):
    def read(self) -> bytes: ...


class Row(t.NamedTuple):
    name: str
    shape: Shape | None = None


def talk() -> t.Generator[int, Shape, None]:
    shape = yield 1
    shape.area()
