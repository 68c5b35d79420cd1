function flow(xs)
    for x in list(xs), y = 1:limit(x)
        keep(x, y)
    end
    while ready(xs)
        step()
    end
    if check(xs) keep(1) elseif other(xs) keep(2) else keep(3) end
    let a = list(xs), b = 2
        keep(a, b)
    end
    try risky() catch err; note(err) finally tidy() end
    a, b = pair(xs)
    ys = [twice(x) for x in xs if ready(x)]
    "text $(keep(a))"
    xs |> keep |> twice
end
