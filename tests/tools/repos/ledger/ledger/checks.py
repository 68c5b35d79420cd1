"""Checks that entries go through before they are booked."""
from __future__ import annotations

from typing import Callable

from .model import Entry

Check = Callable[[Entry], str]
CHECKS: dict[str, Check] = {}


def check(name: str) -> Callable[[Check], Check]:
    """Registers a check under a name."""

    def register(function: Check) -> Check:
        CHECKS[name] = function
        return function

    return register


@check("day")
def check_day(entry: Entry) -> str:
    return "" if len(entry.day) == 10 else "the day is no date"


@check("amount")
def check_amount(entry: Entry) -> str:
    return "" if entry.amount else "the amount is zero"


def run_checks(entry: Entry) -> list[str]:
    """What is wrong with an entry, by all checks."""
    return [problem for problem in (one(entry) for one in CHECKS.values()) if problem]
