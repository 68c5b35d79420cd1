func each(_ xs: [Int], then done: @escaping (Int) -> Void) { xs.forEach { done($0) } }

func run() {
    each(list()) { n in keep(n) }
    let add: (Int, Int) -> Int = { a, b in twice(a) + b }
    _ = add(1, 2)
    xs.map { $0.side }.filter(odd)
    let later = { [weak self] () -> Int in return self?.go() ?? zero() }
    later()
}
