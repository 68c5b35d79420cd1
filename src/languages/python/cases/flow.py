"""Assignments, loops, guards."""
import sys

LIMIT = 3
names = more = []
LIMIT = 4

if sys.platform == "win32":
    def only_here():
        pass
else:
    other = None

try:
    import fast as impl
except ImportError:
    impl = None


def flow(x, items):
    global LIMIT
    LIMIT = x
    value = A()
    if x:
        value = B()
    elif items:
        value = C()
    else:
        return None
    value = value.wrap()
    for i, (a, *b) in enumerate(items):
        value = a.next(value)
    while (line := read()):
        line.strip()
    with open_it() as f, lock:
        f.read()
    try:
        f.close()
    except (OSError, ValueError) as error:
        error.report()
    finally:
        done()
    first, second = pair()
    head, *tail, last = first
    left, right = A(), B()
    obj.attr = 1
    obj.list[0].name += 2
    return value


def guards(x, y: object, self):
    if isinstance(x, A) and x.ok():
        x.go()
    elif not isinstance(x, (B, C)):
        raise ValueError(x)
    x.after()
    assert isinstance(y, D)
    y.sure()
    if type(y) is A or isinstance(y, B):
        y.either()
    if isinstance(self.part, A):
        self.part.go()
    return x.a if isinstance(x, A) else x.b


async def waits(source):
    async with source.open() as stream:
        async for chunk in stream:
            await chunk.save()
    return [await c for c in source if isinstance(c, A)]


def values():
    data = {k.key: v for k, v in pairs() if v}
    total = sum(v.size for row in data.values() for v in row)
    text = f"{total.format()} {data!r:>{width()}}"
    either = data or [*more, total] and {1, 2}
    return data[0][1:2], (either, text), -total * 2, not total, a < b()


def matches(command):
    match command:
        case Move(x=dx, y=[first, *_]) as move if dx.ok():
            command.go(move)
        case {"key": value, **rest}:
            use(value, rest)
        case A() | B():
            command.both()
        case Colour.RED | "x":
            pass
        case (one, two):
            one.f(two)
        case other:
            other.g()


def tagged(mock):
    type(mock).label = make(mock)


def narrows(x, self):
    if isinstance(x, A):
        return x[1:], x[-1]
    x.rest()
    if isinstance(self.part, B):
        self.part.go()
        self.part = None
        self.part.gone()
    else:
        self.part.other()


if sys.platform == "win32":
    import windows as system
else:
    system = None
