"""Rules of the shop."""
LIMIT = 10
ONE, TWO = 1, 2

def add(a, b = LIMIT, *rest, **named):
    """Adds."""
    def inner(x):
        return twice(x)
    return inner(a) + twice(b)

def twice(x):
    return add(x, x)

shop_rule = rule(implementation = add, attrs = {"n": attr.int(default = LIMIT)})
