class Base {
    let n: Int
    init(n: Int) { self.n = n; start() }
    convenience init() { self.init(n: one()) }
    deinit { tidy() }
    func go() -> Base { return self }
    class func make() -> Base { Base() }
}

final class Derived: Base, Loud {
    override init(n: Int) { super.init(n: n) }
    override func go() -> Base { return super.go().go() }
    private func hidden() { Base.make().go() }
}
