"""Where pots stand."""
import threading


class Shelf:
    """Holds pots, one hand at a time."""

    def __init__(self):
        self.lock = threading.Lock()
        self.pots = []

    def put(self, pot):
        with self.lock:
            self.pots.append(pot)


def stock(shelf: Shelf):
    shelf.put("pot")
