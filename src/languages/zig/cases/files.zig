const Self = @This();
const std = @import("std");
const near = @import("near.zig");
const Thing = near.Thing;

count: usize = 0,
thing: ?*Thing,

pub fn init() Self { return .{ .count = 0, .thing = null }; }
pub fn grow(self: *Self, by: usize) !void {
    self.count += near.scale(by);
    try self.check();
    if (self.thing) |thing| thing.go();
}
fn check(self: *const Self) !void { std.debug.print("{}", .{self.count}); }
