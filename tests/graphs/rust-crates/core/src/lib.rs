//! The library: shapes are known by what it gives on.
mod shapes;
pub use shapes::{Circle, square::Square as Box4};
pub use shapes::helpers::*;
pub mod util {
    pub fn twice(n: u32) -> u32 { super::once(n) + self::more(n) }
    fn more(n: u32) -> u32 { crate::once(n) }
}
fn once(n: u32) -> u32 { n }
