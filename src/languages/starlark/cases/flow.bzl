def flow(ctx, xs):
    for x in list_of(xs):
        keep(x)
    for i, y in enumerate(xs):
        keep(i, y)
    ys = [twice(z) for z in xs if odd(z)]
    by = {k: twice(v) for k, v in items(xs)}
    if check(ys) and not check(by):
        keep(1)
    elif ready():
        keep(2)
    else:
        fail("no")
    f = lambda a: twice(a)
    ctx.actions.run(outputs = [keep(f)])
    return struct(files = depset(keep(ys)))
