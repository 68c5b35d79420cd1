import
pub fn (x { y(
fn ok() { z() }
