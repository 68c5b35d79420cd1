fn flow(xs: []const u8) !u32 {
    var total: u32 = try start(xs);
    for (xs, 0..) |x, i| total += scale(x, i);
    while (next()) |n| : (total += step(n)) { if (n == 0) break; }
    const y = if (check(total)) keep(1) else keep(2);
    switch (kind(y)) { 1 => keep(3), 2...4 => |v| keep(v), else => {} }
    const z = maybe() orelse return error.Missing;
    const w = risky() catch |err| blk: { note(err); break :blk 0; };
    defer tidy(z);
    errdefer undo();
    const f = Box{ .inside = make(w) };
    f.inside.go();
    list(@intCast(total)).items.append(1);
    return comptime scale(1, 2);
}
