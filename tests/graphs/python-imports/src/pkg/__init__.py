"""Re-exports: what other files import from the package itself."""
from . import helpers
from .core import Engine as Engine
from .core import start as begin
from .sub import *

__all__ = ["Engine", "begin", "helpers"]
