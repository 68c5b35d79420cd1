use std::collections::{HashMap, hash_map::Entry};
use crate::shop::{self, Cart as Basket, *};
use super::near;
pub use self::inner::Deep;
pub(crate) mod inner { pub struct Deep; }
mod file;
extern crate alloc as heap;
fn run() { shop::open(Basket::new()); near::go(); inner::Deep; let m: HashMap<u32, Entry<u32, u32>> = HashMap::new(); file::go(); }
