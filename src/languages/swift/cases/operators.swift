infix operator <+>: AdditionPrecedence

struct Point: Equatable {
    var x: Int
    static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x) }
    static func == (a: Point, b: Point) -> Bool { same(a, b) }
    prefix static func - (p: Point) -> Point { flip(p) }
}

func <+> (a: Int, b: Int) -> Int { plus(a, b) }
let one = Point(x: 1)
let sum = one + one
let odd = 1 <+> two()
