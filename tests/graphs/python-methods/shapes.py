"""Members: self, super along the bases, class and static methods, properties."""


class Base:
    factory = None

    def __init__(self, name):
        self.name = name
        self.log = Log()

    def draw(self):
        self.log.write(self.name)
        self.prepare()
        self.missing()

    def prepare(self):
        pass

    @classmethod
    def make(cls, name):
        item = cls(name)
        item.prepare()
        return item

    @staticmethod
    def help():
        pass

    @property
    def journal(self):
        return self.log


class Log:
    def write(self, text):
        pass

    def append(self, text):
        return self


class Left(Base):
    def prepare(self):
        super().prepare()


class Right(Base):
    def prepare(self):
        super(Right, self).prepare()

    def extra(self):
        pass


class Both(Left, Right):
    def __init__(self):
        super().__init__("both")
        Base.__init__(self, "again")

    def prepare(self):
        super().prepare()
        super().extra()

    def draw(self):
        super().draw()

        def inner():
            self.extra()

        inner()


class Holder:
    kind = Left

    def __init__(self):
        self.part: Right = find()
        self.both = Both()

    def use(self):
        self.part.extra()
        self.part.log.append("x").append("y")
        self.both.journal.write("z")
        self.kind("k").draw()
        Both.help()
        Both.make("n").draw()
        [].append(1)
        "".join([])


def find():
    return Right("found")


def untyped(thing):
    thing.append(1)
    thing.extra()
