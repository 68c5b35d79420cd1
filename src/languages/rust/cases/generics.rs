//! Type parameters, bounds and function types.
use std::fmt::Display;
fn apply<F, T>(f: F, value: T) -> T
where
    F: FnOnce(&T) -> bool,
    T: Display + Default,
{
    if f(&value) { value } else { T::default() }
}
struct Wrapper<'a, T: 'a + Draw, const N: usize> { inner: &'a [T; N], next: Option<Box<dyn Draw + 'a>> }
fn boxed(list: Vec<Box<dyn Fn(u8) -> u8>>, it: impl Iterator<Item = (u8, String)>) -> impl Draw { it }
fn pointers(a: fn(u8), b: *mut u8, c: !, d: ()) {}
impl<'a, T: Draw, const N: usize> Draw for Wrapper<'a, T, N> {
    fn draw(&self) { self.inner[0].draw(); self.next.as_ref().unwrap().draw(); }
}
