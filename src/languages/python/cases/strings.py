name = f"text {tidy(1)!r:>{width()}} and {other.name}"
raw = r"\d" "joined"
sql = "SELECT name FROM users WHERE id = %s"
data = b"x"
text = """doc
%s""" % format(name)
print(name, sep=end(), file=open("x"))
call(*args(), **named())
x = y = z = chain()
box.items[index()].go(key=value())
box.total += add(1)
assert check(x), why()
