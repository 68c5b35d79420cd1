"""What things cost."""


class Book:
    """Something to read."""

    def __init__(self, title: str) -> None:
        self.title = title

    def price(self) -> int:
        return 12


def total(items: list[Book]) -> int:
    """The sum of what all of them cost."""
    return sum(item.price() for item in items)
