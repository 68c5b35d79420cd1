total = 0

def count():
    global total
    total = add(total, 1)
    step = 1
    def inner(n=step):
        nonlocal step
        step = twice(n)
        del n
        return step
    return inner

class Box:
    size = 1
    double = size * 2
    def get(self):
        size = other()
        return size + Box.size

if __name__ == "__main__":
    count()()
