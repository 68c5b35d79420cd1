from decimal import Decimal

import pytest

from ledger import Book, Entry
from ledger.book import BookError
from ledger.storage import MemoryStorage


@pytest.fixture
def rent():
    return Entry("2024-03-01", "rent", Decimal("-800"))


def test_post_adds_to_the_account(rent):
    book = Book()
    book.post(rent)
    assert book.account("rent").balance() == Decimal("-800")


def test_a_strict_book_refuses_zero():
    with pytest.raises(BookError):
        Book(strict=True).post(Entry("2024-03-01", "rent", Decimal(0)))


def test_load_counts(rent):
    assert Book().load(MemoryStorage([rent, rent])) == 2
