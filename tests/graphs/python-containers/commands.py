from registry import default, hook, register, REGISTRY


@register("save")
def save(x):
    return x


@register("open")
def opened(x):
    return x


@default
def otherwise(x):
    return x


@hook
def hooked(x):
    return x


def late(x):
    return x


REGISTRY["late"] = late


def plain(x):
    return x


TABLE = {"save": save, "plain": plain}


def dispatch(key):
    TABLE[key](1)
    TABLE.get("plain")(2)
    {"a": plain, "b": late}[key](3)


class Bus:
    def __init__(self):
        self.known = {"up": self.up}
        self.given = {}

    def put(self, name, function):
        self.given[name] = function

    def up(self):
        return 1

    def down(self):
        return 2

    def go(self, name):
        self.known[name]()
        self.given[name](1)


bus = Bus()
bus.put("plain", plain)


# Another container, another object, a number, a key that is told.
OTHER = {"plain": 1}


def nothing(key, table):
    OTHER[key](1)
    table[key](2)
    TABLE["gone"](3)
