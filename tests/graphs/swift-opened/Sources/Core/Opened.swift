public final class Part { public func grow() {} }

extension String {
    public func part() -> Part { Part() }
}
extension Int { public func part() -> Part { Part() } }
extension Array { public func middle() -> Part { Part() } }
extension URL { public var part: Part { Part() } }

func here(_ text: String, _ url: URL) {
    text.part().grow()
    "a".part().grow()
    1.part().grow()
    [1, 2].middle().grow()
    url.part.grow()
    text.lowercased()
}
