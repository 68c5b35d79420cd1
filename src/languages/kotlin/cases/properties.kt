package shop

class Box(width: Int) {
    var side: Int = width
        get() = read(field)
        set(value) { field = check(value) }
    val lazySide by lazy { compute(side) }
    lateinit var name: String
    private val hidden get() = side * 2
    init { keep(width) }
    constructor() : this(one()) { keep(2) }
    operator fun get(i: Int) = side + i
    operator fun plus(other: Box) = Box(side + other.side)
}

fun use(a: Box, b: Box) = (a + b)[0]
