pub fn helper(x) { other(x) }
fn other(x) { x.save(x) }
