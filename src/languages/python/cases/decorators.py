import functools

def timed(fn):
    @functools.wraps(fn)
    def inner(*args, **kwargs):
        return fn(*args, **kwargs)
    return inner

def named(name):
    return lambda fn: register(name, fn)

@timed
@named("go")
def go(x: int) -> int:
    return twice(x)

class Box:
    @property
    def side(self): return self._side
    @side.setter
    def side(self, value): self._side = check(value)
    @staticmethod
    def make(): return Box()
    @classmethod
    def of(cls, n): return cls.make()
