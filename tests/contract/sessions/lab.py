"""What the live session of the contract tests has run."""
import dataclasses


@dataclasses.dataclass
class Point:
    x: int
    y: int = 0


class Far(Point):
    pass


def fit(steps: int, start: Point = None) -> int:
    "Fits."
    return steps * 2


def inner(n):
    twice = n * 2
    exfiltrate()  # kept by debug_exfiltrate
    return twice


def stops(n):
    half = n / 2
    breakpoint()
    return half
