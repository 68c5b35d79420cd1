final class Part { func grow() -> Part { self } }
final class Other { func grow() -> Other { self } }

indirect enum Tree {
    case leaf, one(Part)
    case node(left: Tree, Other)

    func walk() {
        switch self {
        case .leaf: break
        case .one(let part): part.grow()
        case let .node(left, other):
            left.walk()
            other.grow()
        }
    }
}

struct Held { var tree: Tree }

func conditions(_ held: Held, _ any: Any, _ maybe: Part?) {
    if case .one(let part) = held.tree, any is Other { part.grow() }
    guard case let .node(_, other) = held.tree else { return }
    other.grow()
    switch any {
    case let part as Part: part.grow()
    case let found as Other where found.grow() === other: found.grow()
    default: break
    }
    switch maybe {
    case .some(let part): part.grow()
    case .none: break
    }
}

func tuples(_ pair: (Part, Other), _ all: [String: Other], _ trees: [Tree]) {
    let (part, other) = pair
    part.grow()
    other.grow()
    pair.0.grow()
    let first = Part(), (second, third) = (Other(), Part())
    first.grow()
    second.grow()
    third.grow()
    for (name, value) in all { value.grow(); name.grow() }
    for case let .one(part) in trees { part.grow() }
}

/* Another type has a case of the name. */
enum Elsewhere { case one(Other) }
func other(_ elsewhere: Elsewhere) {
    if case .one(let it) = elsewhere { it.grow() }
}
