from dataclasses import dataclass
from typing import NamedTuple, TypedDict
from pydantic import BaseModel


@dataclass
class Point:
    x: int
    y: int = 0


class Pair(NamedTuple):
    left: int
    right: int


class Row(TypedDict):
    key: str
    value: int


class User(BaseModel):
    name: str


class Admin(User):
    level: int


class Failed(Exception):
    code: int


class Own:
    x: int

    def __init__(self, start, x=0):
        self.start = start


def make() -> Row:
    Point(1, y=2)
    Pair(1, 2)
    User(name="a")
    Admin(name="b", level=3)
    row: Row = {"key": "k", "value": 1}
    Row(key="k", value=2)
    return {"key": "r", "value": 3}


def others(given) -> dict:
    Failed("no field is given")
    Own(1, x=2)
    Point(*given, 3)
    free = {"key": "free"}
    return {"key": "plain"}
