from typing import List


class A:
    def run(self): pass


class B(A):
    def hook(self): pass


def f(x): return [x]


def stars(x, y):
    a = [*f(x)]
    b = {*f(x)}
    c = [*y.g(x)]  # what y is nobody says
    for one in [*f(B())]:
        one.hook()
    return [*f(x), 1]


def signature(a, b):
    # type: (A, List[B]) -> B
    a.run()
    for i in b:
        i.hook()
    y = make()  # type: A
    y.run()


class Of:
    def method(self, a, *rest):  # noqa
        # type: (A, *B) -> A
        a.run()
        rest[0].hook()


def each(
    a,  # type: A
    b=None,  # type: B  # and more
):
    # type: (...) -> A
    a.run()
    b.hook()


def ends():
    signature(None, None).hook()
    each(None).run()
    z = make()  # type: ignore
    z.run()
    w = make()  # type: Broken[
    w.run()
    v = 1  # types: A
    v.run()


def loops(things, open_thing):
    for thing in things:  # type: B
        thing.hook()
    with open_thing() as other:  # type: B
        other.hook()
    for silent in things:  # type: ignore
        silent.hook()
