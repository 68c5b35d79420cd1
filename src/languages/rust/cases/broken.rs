fn whole() { call(); }
impl { fn lost(&self) { self.x. } }
struct S { a: , b: u8 }
fn half(x: &S { x.go();
use a::{b, ;
fn last() { println!("{", (]; end(); }
