import sys
from typing import Any as Any, TypeVar, overload
from .base import Base, _T_co

_T = TypeVar("_T")

if sys.version_info >= (3, 13):
    def new(x: _T) -> _T: ...
else:
    def new(x: Any) -> Any: ...

if sys.platform != "win32":
    def fork() -> int: ...

class Box(Base[_T_co]):
    @overload
    def get(self, i: int, /) -> _T_co: ...
    @overload
    def get(self, s: slice, /) -> Box[_T_co]: ...
    value: int
