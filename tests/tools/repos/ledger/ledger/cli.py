"""The command line."""
from __future__ import annotations

import argparse
import sys

from . import reports
from .book import Book, BookError
from .storage import CsvStorage

COMMANDS = {
    "balance": reports.balances,
    "report": reports.income,
}


def parser() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(prog="ledger")
    options.add_argument("--file", required=True, help="the book")
    options.add_argument("--strict", action="store_true", help="refuse entries with problems")
    options.add_argument("command", choices=sorted(COMMANDS))
    return options


def format(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"


def main(words: list[str] | None = None) -> int:
    """Runs one command; 2 when the book cannot be read."""
    options = parser().parse_args(words)
    book = Book(strict=options.strict)
    try:
        book.load(CsvStorage(options.file))
    except (BookError, OSError) as problem:
        print(problem, file=sys.stderr)
        return 2
    sys.stdout.write(format(COMMANDS[options.command](book)))
    return 0
