//! A block for a type of another file.
use super::Square;
impl Square { pub fn grow_label(&self) -> String { self.side.round(); String::new() } }
