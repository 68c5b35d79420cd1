func run(box: Box?, any: Any) throws -> Int {
    guard let box = box, box.valid() else { return zero() }
    if let inner = box.inner?.go() { keep(inner) }
    let size = (any as? Box)?.size() ?? one()
    let forced = any as! Box
    forced.inner!.go()
    while let next = box.next() { keep(next) }
    return try risky(size)
}
