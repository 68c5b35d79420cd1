//// A module.
import gleam/list
import shop/util.{helper as h, type Item}
import shop/db as database
/// An order.
pub type Order { Order(id: Int, item: Item) Empty }
pub const rate = 2
