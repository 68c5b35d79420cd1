indirect enum Tree<T> {
    case leaf
    case node(left: Tree, T)
    static let empty = Tree.leaf
    func depth() -> Int {
        switch self {
        case .leaf: return zero()
        case .node(let left, _) where left.ready(): return left.depth()
        default: return keep(self)
        }
    }
}

enum Side: String, CaseIterable { case left = "l", right }
