"""Types: annotations, type variables, containers, callables."""
from __future__ import annotations

from typing import Callable, Dict, Generic, Iterator, Optional, Protocol, TypeVar, overload

T = TypeVar("T")
N = TypeVar("N", bound="Node")


class Node:
    parent: Optional[Node] = None
    children: list[Node]

    def visit(self) -> "Node":
        return self

    def same(self: N) -> N:
        return self


class Leaf(Node):
    def fall(self):
        pass


class Box(Generic[T]):
    def __init__(self, item: T) -> None:
        self.item = item

    def get(self) -> T:
        return self.item

    def map(self, change: Callable[[T], N]) -> Box[N]:
        return Box(change(self.item))


class Pair[K, V]:
    def __init__(self, key: K, value: V):
        self.key, self.value = key, value

    def swap(self) -> Pair[V, K]:
        return Pair(self.value, self.key)


class Reader(Protocol):
    def read(self) -> Leaf: ...


class LeafBox(Box[Leaf]):
    pass


def first(items: list[T]) -> T:
    return items[0]


def build(kind: type[N]) -> N:
    return kind()


@overload
def pick(x: int) -> Leaf: ...
@overload
def pick(x: str) -> Node: ...
def pick(x):
    return Leaf()


def walk() -> Iterator[Leaf]:
    yield Leaf()


async def fetch() -> Leaf:
    return Leaf()


def use(box: Box[Leaf], table: Dict[str, Leaf], reader: Reader, maybe: "Leaf | None"):
    box.get().fall()
    box.item.fall()
    LeafBox(Leaf()).get().fall()
    Box(Leaf()).get().fall()
    Pair(1, Leaf()).swap().key.fall()
    first([Leaf()]).fall()
    build(Leaf).fall()
    pick(1).fall()
    pick("x").visit()
    table["x"].fall()
    for key, leaf in table.items():
        leaf.fall()
    for leaf in walk():
        leaf.fall()
    reader.read().fall()
    maybe.fall()
    Leaf().same().fall()
    Leaf().parent.parent.visit()
    box.map(lambda leaf: leaf.same()).get().fall()


async def wait():
    leaf = await fetch()
    leaf.fall()


from typing import Generator, Iterable, NamedTuple


class Row(NamedTuple):
    leaf: Leaf
    name: str


class Numbered:
    def __next__(self) -> Leaf:
        return Leaf()

    def __iter__(self) -> "Numbered":
        return self


def rows(items: Iterable[Row], numbers: Numbered):
    for leaf, name in items:
        leaf.fall()
    row = Row(Leaf(), "x")
    row.leaf.fall()
    next(numbers).fall()
    for number in numbers:
        number.fall()
    for index, item in enumerate(items):
        item.leaf.fall()


def conversation() -> Generator[int, Leaf, None]:
    received = yield 1
    received.fall()
