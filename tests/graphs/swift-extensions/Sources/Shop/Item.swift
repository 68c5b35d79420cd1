public struct Item {
  let store: Store
  public init(store: Store) { self.store = store }
  func sell() { store.put(self); label() }
}

public class Store {
  static let main = Store()
  func put(_ item: Item) { item.sell() }
}
