//! Types, impl blocks, traits and what they are for.
pub struct Stack<T> {
    items: Vec<T>,
    pub name: String,
}
struct Pair(u32, Stack<u8>);
union Bits { a: u32, b: f32 }
type Bytes = Stack<u8>;

impl<T: Clone> Stack<T> {
    const LIMIT: usize = 10;
    pub fn new() -> Self { Stack { items: Vec::new(), name: String::new() } }
    pub fn push(&mut self, item: T) -> &mut Self {
        self.items.push(item);
        self
    }
    async fn later(self: Box<Self>) {}
}

impl<T> Iterator for Stack<T> where T: Clone {
    type Item = T;
    fn next(&mut self) -> Option<Self::Item> { self.items.pop() }
}

impl std::ops::Deref for Pair {
    type Target = Stack<u8>;
    fn deref(&self) -> &Self::Target { &self.1 }
}

impl<W: Shape> Other for W {}

pub trait Shape: Named + Send {
    type Unit;
    const SIDES: u32;
    fn area(&self) -> Self::Unit;
    fn describe(&self) -> String { format!("{}", self.name()) }
    fn make() -> Self where Self: Sized;
}

static COUNT: u32 = 1;
const _: () = ();
