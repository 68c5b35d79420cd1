from __future__ import annotations
import os, json as j
import app.shop.cart
from . import near
from .util import tidy as clean, wide
from ..far import *
try:
    import fast
except ImportError:
    fast = None

def run():
    from .late import later
    later(clean(j.dumps(os.environ)))
    app.shop.cart.add(near.go(), fast.go())

__all__ = ["run"]
