pub fn build(b: *std.Build) void { _ = b.path("src/trace.zig"); }
