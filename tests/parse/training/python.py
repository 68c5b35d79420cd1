"""A small inventory: items, stock movements, reports.

Training text for the parser's build: ordinary code, nothing else.
"""
from __future__ import annotations

import argparse
import asyncio
import contextlib
import dataclasses
import enum
import functools
import json
import logging
import re
import sys
import typing as t
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

if t.TYPE_CHECKING:
    from decimal import Decimal

log = logging.getLogger(__name__)

CODE = re.compile(r"^(?P<kind>[A-Z]{2,4})-(?P<number>\d{3,6})(?:/(?P<variant>\w+))?$", re.X | re.M)
DEFAULTS: dict[str, t.Any] = {"limit": 100, "sort": "name", "reverse": False, 'nested': {"a": [1, 2.5, None]}}
T = t.TypeVar("T", bound="Item")


class Kind(enum.Enum):
    PART = "part"
    TOOL = "tool"
    GOODS = "goods"

    @property
    def label(self) -> str:
        return self.value.title()


class InventoryError(Exception):
    """Anything that went wrong with an item."""

    def __init__(self, message: str, *, item: "Item | None" = None, **details: object) -> None:
        super().__init__(message)
        self.item = item
        self.details = details

    def __str__(self) -> str:
        extra = ", ".join(f"{key}={value!r}" for key, value in sorted(self.details.items()))
        return f"{super().__str__()} ({extra})" if extra else super().__str__()


@dataclasses.dataclass(frozen=True)
class Item:
    code: str
    name: str
    kind: Kind = Kind.PART
    price: float = 0.0
    tags: tuple[str, ...] = ()
    parts: list["Item"] = dataclasses.field(default_factory=list, repr=False)

    @classmethod
    def parse(cls: type[T], text: str, /, *, strict: bool = True) -> T:
        code, _, rest = text.partition(" ")
        match = CODE.match(code)
        if match is None:
            if strict:
                raise InventoryError("not a code", code=code) from None
            log.warning("ignoring %r", code)
        name, *tags = [part.strip() for part in rest.split(",") if part.strip()]
        return cls(code=code, name=name or "unnamed", tags=tuple(tags))

    @functools.cached_property
    def total(self) -> float:
        return self.price + sum(part.total for part in self.parts)

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Item):
            return NotImplemented
        return (self.kind.value, self.name) < (other.kind.value, other.name)


def chunked(values: Iterable[T], size: int = 10) -> Iterator[list[T]]:
    chunk: list[T] = []
    for value in values:
        chunk.append(value)
        if len(chunk) >= size:
            yield chunk
            chunk = []
    else:
        if chunk:
            yield chunk


def retry(times: int, *errors: type[BaseException]):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            for attempt in range(1, times + 1):
                try:
                    return function(*args, **kwargs)
                except errors or (Exception,) as error:
                    if attempt == times:
                        raise
                    log.debug("attempt %d of %d failed: %s", attempt, times, error)
                finally:
                    wrapper.calls += 1

        wrapper.calls = 0
        return wrapper

    return decorate


class Store(Mapping[str, Item]):
    _items: dict[str, Item]
    __slots__ = ("_items", "_counts", "path")

    def __init__(self, path: str | Path, items: Iterable[Item] = ()) -> None:
        self.path = Path(path)
        self._items = {item.code: item for item in items}
        self._counts = defaultdict(int)

    def __getitem__(self, code: str) -> Item:
        try:
            return self._items[code]
        except KeyError as error:
            raise InventoryError("no such item", code=code) from error

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    @contextlib.contextmanager
    def transaction(self, name: str = "change"):
        before = dict(self._counts)
        try:
            yield self
        except BaseException:
            self._counts = defaultdict(int, before)
            raise
        else:
            log.info("%s: %d changed", name, sum(1 for key in self._counts if self._counts[key] != before.get(key, 0)))

    def move(self, code: str, amount: int, *, note: str = "") -> int:
        if amount == 0 or (amount < 0 and self._counts[code] + amount < 0):
            raise InventoryError("not enough", item=self[code], have=self._counts[code], want=-amount)
        self._counts[code] += amount
        return self._counts[code]

    @retry(3, OSError)
    def load(self) -> "Store":
        with self.path.open(encoding="utf-8") as file, contextlib.suppress(StopIteration):
            next(file)
            for number, line in enumerate(file, start=1):
                line = line.rstrip("\n")
                if not line or line.startswith("#"):
                    continue
                item = Item.parse(line, strict=number > 1)
                self._items.setdefault(item.code, item)
        return self

    def report(self, key=lambda item: (-item.total, item.name), **options: t.Any) -> str:
        options = {**DEFAULTS, **options}
        rows = sorted(self._items.values(), key=key, reverse=options["reverse"])[: options["limit"]]
        width = max((len(row.name) for row in rows), default=4)
        lines = [f"{row.code:<12}{row.name:{width}}  {row.total:>10.2f}" for row in rows]
        text = """
        {count} items
        {lines}
        """.format(count=len(rows), lines="\n        ".join(lines))
        return text if options.get("raw") else text.strip()


async def fetch_prices(codes: list[str], *, limit: int = 4) -> dict[str, float]:
    gate = asyncio.Semaphore(limit)
    prices: dict[str, float] = {}

    async def fetch(code: str) -> None:
        async with gate:
            await asyncio.sleep(0.01 * (hash(code) % 7))
            prices[code] = float(len(code)) ** 1.5

    await asyncio.gather(*(fetch(code) for code in codes))
    return {code: round(price, 2) async for code, price in _later(prices)}


async def _later(values: dict[str, float]):
    for key, value in values.items():
        yield key, value


def classify(value: object) -> str:
    match value:
        case {"kind": str(kind), **rest} if rest:
            return f"{kind}+{len(rest)}"
        case [first, *others]:
            return f"list of {1 + len(others)} from {first}"
        case Item(code=code, kind=Kind.TOOL | Kind.PART):
            return code
        case None | True | False:
            return "constant"
        case _:
            return type(value).__name__


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("path", type=Path, nargs="?", default=Path("inventory.txt"))
    parser.add_argument("--json", action="store_true", help="machine-readable")
    arguments = parser.parse_args(argv)
    store = Store(arguments.path).load()
    global DEFAULTS
    DEFAULTS |= {"limit": 10_000}
    if arguments.json:
        json.dump([dataclasses.asdict(item) for item in store.values()], sys.stdout, indent=2, default=str)
    elif not (total := len(store)):
        print("nothing", file=sys.stderr)
        return 1
    else:
        print(store.report(), total, sep="\n")
    while total and total % 2 == 0 and not total & 0x10:
        total //= 2
    assert total >= 0, "counts are never negative"
    del arguments
    return 0 if total != 13 else ~total


if __name__ == "__main__":
    sys.exit(main())
