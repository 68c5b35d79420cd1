def ok(a):
    return a.run()

class Half(:
    def inside(self
        self.x =

def after():
    ok(1)
