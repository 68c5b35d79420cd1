"""Where entries are kept."""
from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Iterator

from .model import Entry

HEADER = "day;account;amount;text"


class Storage(ABC):
    """Reads and keeps entries."""

    @abstractmethod
    def read(self) -> Iterator[Entry]:
        """All entries in order."""

    @abstractmethod
    def write(self, entry: Entry) -> None: ...


class CsvStorage(Storage):
    """A text file with an entry on each line."""

    def __init__(self, path: str) -> None:
        self.path = path

    def read(self) -> Iterator[Entry]:
        with open(self.path, encoding="utf-8") as file:
            for line in file:
                if line.strip() != HEADER:
                    yield Entry.parse(line)

    def write(self, entry: Entry) -> None:
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(f"{entry.day};{entry.account};{entry.amount};{entry.text}\n")


class MemoryStorage(Storage):
    def __init__(self, entries: list[Entry] | None = None) -> None:
        self.entries = entries or []

    def read(self) -> Iterator[Entry]:
        yield from self.entries

    def write(self, entry: Entry) -> None:
        self.entries.append(entry)
