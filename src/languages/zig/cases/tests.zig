const expect = @import("std").testing.expect;
fn add(a: i32, b: i32) i32 { return a + b; }
test "adds" { try expect(add(1, 2) == 3); }
test add { _ = add(1, 1); }
test { _ = @import("other.zig"); try expect(true); }
