load("//a:b.bzl", "f", g2 = "g")
X = 1
def rule(ctx, a = 1):
    y = f(a)
    ctx.go(y)
    [h(q) for q in a]
    return y
