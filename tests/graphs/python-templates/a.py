"""What a class calls on itself and only those that build on it have."""
from ext import Outside


class Mixin:
    def run(self):
        self.step()
        self.nobody()


class One(Mixin):
    def step(self): pass


class Two(Mixin):
    def step(self): pass


class Open(Outside):
    def run(self):
        self.later()  # may as well be from outside


class Closed(Open):
    def later(self): pass
