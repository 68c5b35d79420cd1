"""Which assignment reaches which use."""


class A:
    def go(self):
        return B()

    def only_a(self):
        pass


class B:
    def go(self):
        return A()

    def only_b(self):
        pass

    def __enter__(self):
        return A()

    def __exit__(self, *rest):
        pass


class Wrong(Exception):
    def report(self):
        pass


def straight():
    x = A()
    x = x.go()
    x.go()


def branches(flag):
    x = A()
    if flag:
        x = B()
    x.go()


def both_branches(flag):
    x = None
    if flag:
        x = A()
    else:
        x = A()
    x.go()


def leaves(flag):
    x = A()
    if flag:
        x = B()
        x.only_b()
        return
    x.go()


def loop(items: list[A]):
    last = None
    for item in items:
        if last:
            last.only_a()
        last = item
    for i, (a, *rest) in enumerate([(A(), B(), B())]):
        a.only_a()
    return [item.go() for item in items]


def managed():
    with B() as a:
        a.only_a()
    try:
        pass
    except Wrong as error:
        error.report()


def guarded(x, y: A | B, z: object):
    if isinstance(x, A):
        x.go()
    elif isinstance(x, B):
        x.go()
    if not isinstance(y, A):
        return
    y.go()
    assert isinstance(z, B)
    z.go()
    return z.only_b() if isinstance(z, B) else None


def unpacked():
    a, b = A(), B()
    a.only_a()
    b.only_b()
    first, *others = [B()]
    first.only_b()
    if (found := A()):
        found.only_a()


def matched(shape):
    match shape:
        case A():
            shape.only_a()
        case B() as b:
            b.only_b()


def closures():
    x = A()

    def inner():
        x.only_a()

    inner()
    return lambda: x.go()


state = None


def keep():
    global state
    state = A()


def use():
    state.only_a()


class Holder:
    def __init__(self, part: A | B | None):
        self.part = part

    def use(self):
        if isinstance(self.part, A):
            self.part.go()
        else:
            self.part.go()
        if not isinstance(self.part, B):
            return None
        return self.part.go()


def excluded(x: A | B, y: A | B | str):
    if isinstance(x, A):
        return None
    x.go()
    if isinstance(y, (str, B)):
        pass
    else:
        y.go()


def carried(items: list[B]):
    for item in items:
        item = item.go()
        item.only_a()
    while True:
        item = item.go()
        item.only_b()


def declared(x: A | None = None):
    if x is None:
        x = Special()
    x.only_a()
    items = [A(), A()]
    items[1:][0].only_a()
    A.__call__


class Special(A):
    def only_a(self):
        pass
