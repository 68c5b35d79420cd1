from typing import Callable, Generic, Optional, Protocol, TypeVar, Union, overload

T = TypeVar("T", bound="Box")

class Holder(Protocol[T]):
    def get(self) -> T: ...

class Box(Generic[T]):
    items: list[T]
    def first(self) -> Optional[T]: return self.items[0]

@overload
def find(x: int) -> Box: ...
@overload
def find(x: str) -> None: ...
def find(x: Union[int, str]) -> Box | None: return apply(lambda b: b, x)

def apply(f: Callable[[Box], T], x) -> T: return f(x)
def new[K](key: K) -> K: return key
type Names = dict[str, Box]
