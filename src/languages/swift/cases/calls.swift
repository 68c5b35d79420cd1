func run(items: [Item], by name: String?) async throws {
  plain(1, name: 2)
  items.map { $0.name() }.forEach { item in item.show() }
  Tool(size: 1).use()?.next!.last()
  Tool.shared.use { done() }
  perform(1) { a, b in a.go(b) } onError: { fail($0) }
  try await load().start()
  let x = items[0].first ?? Item()
  x.value = make()
  let y = (x as? Other)?.other()
  print("text \(x.show()) end")
  let kind: Kind = .usual(2)
  [Int]().count
  _ = flag ? left() : right()
}
