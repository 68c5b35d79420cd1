const std = @import("std");
const util = @import("util.zig");
const go = util.go;
pub fn main() void {
    const s = util.Shape.init(1);
    _ = s.area();
    go();
    std.debug.print("", .{});
    for (xs) |each| each(1);
}
fn each() void {}
test "main" { main(); }
