from dataclasses import dataclass
from enum import Enum

@dataclass
class Point:
    x: int
    y: int = 0

class Side(Enum):
    LEFT = 1
    RIGHT = make()

def kind(v):
    match v:
        case Point(x=0, y=n) if n > limit():
            return far(n)
        case [first, *rest] | (first, rest):
            return keep(first)
        case {"a": a, **others}:
            return keep(a)
        case Side.LEFT:
            return left(v)
        case str() as s:
            return s.upper()
        case _:
            return None
