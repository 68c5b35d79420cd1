"""What a book is made of."""
from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal

ROUNDING = Decimal("0.01")


@dataclass(frozen=True)
class Entry:
    """One booking; amounts above zero are income."""

    day: str
    account: str
    amount: Decimal
    text: str = ""

    @property
    def is_income(self) -> bool:
        return self.amount > 0

    @classmethod
    def parse(cls, line: str) -> Entry:
        """Reads `day;account;amount;text`."""
        day, account, amount, text = line.rstrip("\n").split(";", 3)
        return cls(day, account, Decimal(amount).quantize(ROUNDING), text)


@dataclass
class Account:
    """Entries of one name and what they come to."""

    name: str
    entries: list[Entry] = field(default_factory=list)

    def add(self, entry: Entry) -> None:
        self.entries.append(entry)

    def balance(self) -> Decimal:
        return sum((entry.amount for entry in self.entries), Decimal(0))
