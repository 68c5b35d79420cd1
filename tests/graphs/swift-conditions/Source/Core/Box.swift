final class Box {
    #if canImport(Darwin)
    let lock = One()
    #else
    let lock = Two()
    #error("neither")
    #endif
    func write() { helper() }
    func helper() {}
}
