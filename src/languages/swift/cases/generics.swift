struct Stack<Element: Equatable> where Element: Sendable {
    private var items: [Element] = []
    mutating func push(_ item: Element) { items.append(item) }
    func map<T>(_ f: (Element) throws -> T) rethrows -> Stack<T> { try Stack<T>(items: items.map(f)) }
}

func first<T: Shape, U>(_ x: T, _ y: U) -> some Shape where U: Shape { make(x, y) }
typealias Names = [String: [Box]]
let stack = Stack<Int>()
let all: any Shape = first(one(), two())
