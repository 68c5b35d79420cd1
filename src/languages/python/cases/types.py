import typing
from collections.abc import Callable, Iterator
from typing import Annotated, Literal, NamedTuple, NewType, Optional as Maybe, TypeAlias, Union
import package.models

Id = NewType("Id", int)
Pair = typing.NamedTuple("Pair", [("a", int)])
Json = Union[dict[str, "Json"], list["Json"], None]
Handler: TypeAlias = "Callable[[package.models.User], Id]"
Plain = str | None
type Vector[N] = list[N]


def take(
    a: "typing.Optional[package.models.User]",
    b: Maybe[Id],
    c: Callable[..., Iterator[str]],
    d: Callable[[int, "Id"], "Maybe[str]"],
    e: tuple[int, str],
    f: tuple[Id, ...],
    g: type[Id | str],
    h: Literal["x", "y"],
    i: Annotated[Id, check()],
    j: None,
) -> "dict[str, list[Id]]":
    local: Id
    other: Id = Id(3)
    return typing.cast("dict[str, list[Id]]", a)
