// Functions behind conditions stand beside each other; crates are named by paths
// alone though an enum's variants are brought in; paths in what macros are given.
use self::Kind::*;
pub enum Kind { One, Two }
pub struct Stats;
impl Stats { pub fn bytes(self) -> usize { 1 } }

#[cfg(unix)]
fn here(_a: usize) -> bool { true }
#[cfg(not(unix))]
fn here(_b: usize) -> bool { false }
fn both() { here(1); other::helper(); }

pub trait Factory { fn make() -> Stats; fn run(&self) { check!(<Self as Factory>::make().bytes()); } }
