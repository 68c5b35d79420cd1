from abc import ABC, abstractmethod

class Base(ABC):
    registry: dict[str, type["Base"]] = {}
    def __init_subclass__(cls, **kw): super().__init_subclass__(**kw)
    @abstractmethod
    def area(self): ...

class Square(Base, metaclass=Meta):
    def __init__(self, side):
        super().__init__()
        self.side = side
        self.box = Box()
    def area(self): return self.side * self.box.size() + Base.area(self)
    class Inner(Base):
        def area(self): return Square(1).area()

def make() -> Base: return Square(2)
make().area()
