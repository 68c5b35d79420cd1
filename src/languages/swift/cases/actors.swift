import Foundation
@testable import Shop

@MainActor
actor Store {
    @Published var total = 0
    nonisolated func name() -> String { tidy("x") }
    func add(_ n: Int = one(), to key: String...) async { total += await load(n, key) }
}

@propertyWrapper struct Clamped { var wrappedValue: Int }

#if DEBUG
func debugOnly() { Store().name() }
#endif

extension Store { struct Inner { func go() { Task { await Store().add(1, to: "a") } } } }
