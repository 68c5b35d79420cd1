protocol Named { func label() -> String; func title() -> String }

extension Named {
  func title() -> String { label() }
}

extension Item: Named {
  func label() -> String {
    sell()
    return title()
  }
  static func make() -> Item { Item(store: .main) }
  struct Part { func fit() {} }
}

extension Item.Part {
  func twice() { fit() }
}

func use(_ named: Named) { named.title(); Item.Part().twice() }
