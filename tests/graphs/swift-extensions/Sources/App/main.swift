import Shop
import Foundation

let item = Item.make()
func run() {
  item.sell()
  Item(store: Store()).label()
  if let found = find(in: [item]) { found.sell() }
  "text".sell()
}
func find(in items: [Item]) -> Item? {
  for one in items { one.sell() }
  return items.first
}
