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
    func change(_ closure: (inout Box) -> Void) {}
    func change(_ other: Box) { change { $0.write() } }
    func each(_ closure: (Box, Int) -> Void) { change { box in box.helper() } }
}
