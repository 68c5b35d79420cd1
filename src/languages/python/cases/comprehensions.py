def run(xs, by):
    a = [twice(x) for x in xs if odd(x)]
    b = {k: make(v) for k, v in by.items()}
    c = {name(x) for row in rows(xs) for x in row}
    d = sum(size(x) for x in xs)
    first, *rest = pair(xs)
    (e, f), g = deep()
    if (n := count(xs)) > limit(): keep(n)
    return [*a, *extra(b)], {**b, "k": one()}, lambda z=two(): keep(z)
