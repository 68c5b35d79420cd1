const Pool = @This();
size: u32,
pub fn init() Pool { return .{ .size = 0 }; }
pub fn get(pool: *Pool, x: u32) u32 { return pool.size + helper(x); }
fn helper(x: u32) u32 { return x; }
pub const Item = struct {
    const Self = @This();
    pub fn first(self: *Self) u32 { return self.second(); }
    pub fn second(self: *Self) u32 { _ = self; return 1; }
};
test "pool" { var pool: Pool = init(); _ = pool.get(1); }
