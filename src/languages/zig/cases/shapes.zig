const std = @import("std");
const util = @import("util.zig");
const go = util.go;
pub const Shape = struct {
    r: f64,
    pub fn init(r: f64) Shape { return .{ .r = r }; }
    pub fn area(self: *const Shape) f64 { return self.r * helper(2); }
    const Inner = enum { a, b };
};
const E = error{ Bad };
fn helper(x: i32) !i32 { const y = try util.run(x); if (y) |v| use(v); for (xs) |q| each(q); return y; }
pub fn main() void { var s = Shape.init(1); _ = s.area(); const f = struct { fn inner() void {} }.inner; f(); std.debug.print("", .{}); switch (x) { .a => go(), else => {} } }
test "it" { try main(); }
