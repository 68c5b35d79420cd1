//! What things cost.

/// Something that has a price.
pub trait Priced {
    fn price(&self) -> u32;
}

/// Something to read.
pub struct Book;

impl Priced for Book {
    fn price(&self) -> u32 {
        12
    }
}

/// The sum of what all of them cost.
pub fn total(items: &[Book]) -> u32 {
    items[0].price()
}
