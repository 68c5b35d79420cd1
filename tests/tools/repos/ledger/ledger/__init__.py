"""Accounts, entries and reports."""
from .book import Book
from .model import Account, Entry

__all__ = ["Account", "Book", "Entry"]
