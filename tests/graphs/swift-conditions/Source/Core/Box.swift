final class Box {
    #if canImport(Darwin)
    let lock = One()
    #else
    let lock = Two()
    #error("neither")
    #endif
    nonisolated(unsafe) var held = 1
    func write() { helper() }
    func helper() { if !isOpen(1) { return } }
    func isOpen(_ x: Int) -> Bool { true }
}
