"""Texts about a book."""
from __future__ import annotations

import os
from decimal import Decimal
from functools import wraps
from typing import Callable

from .book import Book

DEFAULT_CURRENCY = "EUR"


def currency() -> str:
    return os.environ.get("LEDGER_CURRENCY", DEFAULT_CURRENCY)


def titled(title: str) -> Callable:
    """Puts a title above what a report gives."""

    def wrap(function: Callable[[Book], list[str]]) -> Callable[[Book], list[str]]:
        @wraps(function)
        def report(book: Book) -> list[str]:
            return [title, "=" * len(title), *function(book)]

        return report

    return wrap


def format(amount: Decimal) -> str:
    return f"{amount:>10} {currency()}"


@titled("Balances")
def balances(book: Book) -> list[str]:
    return [f"{name:<12}{format(account.balance())}" for name, account in sorted(book.accounts.items())]


@titled("Income")
def income(book: Book) -> list[str]:
    entries = [entry for account in book.accounts.values() for entry in account.entries if entry.is_income]
    return [f"{entry.day} {format(entry.amount)}" for entry in entries]


def yearly(book: Book) -> list[str]:
    """Left from before reports had titles; nobody asks for it."""
    return [format(account.balance()) for account in book.accounts.values()]
