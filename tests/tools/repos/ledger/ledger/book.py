"""The book: accounts by name, filled from storage."""
from __future__ import annotations

from .checks import run_checks
from .model import Account, Entry
from .storage import Storage


class BookError(Exception):
    """An entry that cannot be booked."""


class Book:
    """All accounts."""

    def __init__(self, strict: bool = False) -> None:
        self.strict = strict
        self.accounts: dict[str, Account] = {}

    def post(self, entry: Entry) -> None:
        """Books one entry; in a strict book every check must pass."""
        problems = run_checks(entry)
        if problems and self.strict:
            raise BookError(", ".join(problems))
        self.account(entry.account).add(entry)

    def account(self, name: str) -> Account:
        if name not in self.accounts:
            self.accounts[name] = Account(name)
        return self.accounts[name]

    def load(self, storage: Storage) -> int:
        """Posts all that a storage holds; how many entries that were."""
        count = 0
        for entry in storage.read():
            self.post(entry)
            count += 1
        return count
