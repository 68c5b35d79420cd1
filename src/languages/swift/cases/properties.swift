struct Box {
    var side = 1 { didSet { note(oldValue) } willSet { check(newValue) } }
    var area: Int { side * side }
    var half: Int {
        get { return compute(side) }
        set { side = twice(newValue) }
    }
    lazy var cache: Cache = Cache(size: one())
    static let shared = Box()
    let name: String
    subscript(i: Int) -> Int { return side + i }
    mutating func grow() { self.side += Box.shared.area }
}
