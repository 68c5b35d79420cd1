/// A side.
pub const Side = enum { left, right, pub fn flip(self: Side) Side { return other(self); } };
const Value = union(enum) { int: i64, text: []const u8 };
const Wrong = error{ Missing, Denied };
const Point = struct {
    x: i32,
    y: i32 = 0,
    const zero = Point{ .x = 0 };
    pub fn add(a: Point, b: Point) Point { return make(a.x + b.x); }
    fn make(x: i32) Point { return .{ .x = x }; }
};
fn List(comptime T: type) type {
    return struct { items: []T, fn first(self: @This()) T { return self.items[0]; } };
}
var total: u32 = 0;
