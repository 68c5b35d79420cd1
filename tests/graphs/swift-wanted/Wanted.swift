class Part {
    let size: Int
    init(size: Int) { self.size = size }
    static func small() -> Part { .init(size: 1) }
    class func copy(of part: Part) -> Self { Self(size: part.size) }
    func grow() -> Part { self }
}

struct Other {
    static func small() -> Other { Other() }
    var part: Part = .small()
}

typealias Maker = (Int) -> Part
typealias Own = Part

final class Uses {
    var part: Part!
    var done: ((Part) -> Part)?

    func made() -> Part {
        let one: Part = .init(size: 2)
        let two: Other = .small()
        part = .small().grow()
        _ = (one, two)
        return .small()
    }

    func called(_ make: Maker, _ own: Own, _ given: Part?) {
        make(1).grow()
        own.grow()
        done?(part).grow()
        let twice = { (part: Part) -> Part in part.grow() }
        twice(own).grow()
        (given ?? own).grow()
        (given! as Own).grow()
    }

    func move(to place: Int) {}
    func move(by way: Int, slowly: Bool) {}
    func move(_ way: Int) {}
    func move(_ way: Int, slowly: Bool) {}

    func labels() {
        move(to: 1)
        move(by: 1, slowly: true)
        move(1)
        move(1, slowly: false)
    }
}

struct Grid {
    subscript(at: Int) -> Part { Part(size: at) }
}
func grids(_ grid: Grid) { grid[1].grow() }

/* What a call wants says whose an implicit member is. */
final class Header {
    static func usual(_ text: String) -> Header { Header() }
}
func take(_ header: Header) {}
func take(_ part: Part, then: Int) {}
func named(header: Header?, more: [Header]) {}

func given(_ outside: Outside) {
    take(.usual("a"))
    take(.small().grow(), then: 1)
    named(header: .usual("b"), more: [.usual("c"), .init()])
    outside.take(.usual("d"))
}

/* A name that no parameter has rules a function out, whatever else is not known. */
func note(_ part: Part, grown size: Int) {}
func note(_ header: Header, failed size: Int) {}
func noted(_ outside: Outside) { note(outside.thing, failed: 1) }
