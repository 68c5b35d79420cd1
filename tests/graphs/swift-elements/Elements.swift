final class Part {
    var size = 0
    var parts: [Part] = []
    func grow() -> Part { self }
    func weigh() -> Int { size }
}

func elements(_ parts: [Part], _ byName: [String: Part]) {
    parts.forEach { $0.grow() }
    parts.map { $0.grow() }.filter { $0.weigh() > 1 }.first?.grow()
    parts.sorted { $0.weigh() < $1.weigh() }.last?.grow()
    parts.reduce(0) { sum, part in sum + part.weigh() }
    parts.flatMap { $0.parts }.forEach { $0.grow() }
    for (nth, part) in parts.enumerated() { part.grow() }
    [Part(), Part()].first?.grow()
    ["a": Part()]["a"]?.grow()
    byName["a"]?.grow()
}

/* A type of the project's has members of its own. */
struct Pile {
    func first() -> Other { Other() }
    func map(_ take: (Other) -> Void) {}
}
final class Other { func grow() {} }

func piles(_ pile: Pile) {
    pile.first().grow()
    pile.map { $0.grow() }
}
