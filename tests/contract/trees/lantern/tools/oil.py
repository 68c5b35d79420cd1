"""Counts the oil."""
import os


def measure(path):
    """Reads how much there is."""
    return len(os.listdir(path))


def _spill():
    return 0
