func run(xs: [Int], by: [String: Box]) {
    for x in xs where odd(x) { keep(x, by.size()) }
    for i in stride(from: 0, to: limit(), by: 2) { keep("\(i) \(name())", i) }
    while ready() { repeat { step() } while check(); continue }
    let a = pair()
    let all = [one(), two()], map = ["k": make()]
    all.first?.go()
    map["k"]?.grow()
    let y = a > 0 ? twice(a) : a
    keep(y, #line)
    func inner(_ z: Int) { keep(z, 1) }
    inner(1)
}
