//! Modules, imports and paths.
mod parser;
#[path = "other/place.rs"]
pub mod placed;
use crate::util::{self, text::Text as T, *};
use parser::Parser;
use super::sibling;
pub(crate) use self::inner::Deep;
extern crate core as kernel;

mod inner {
    use super::Shared;
    pub struct Deep;
    pub fn up() -> Shared {
        super::shared();
        self::deep();
        crate::util::text::run();
        anyhow::anyhow();
        Shared
    }
    fn deep() {}
    mod file;
}

struct Shared;
fn shared() {
    sibling::f();
    util::g();
    T::new();
    kernel::mem::drop(1);
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn works() {
        shared();
    }
}
