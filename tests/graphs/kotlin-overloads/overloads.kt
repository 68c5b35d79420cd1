package overloads

open class Base(val n: Int) {
    constructor(text: String) : this(text.length)
    open fun act() {}
}

class Derived : Base {
    constructor(n: Int) : super(n)
    constructor(text: String, more: Int = 0) : super(text) { act() }
    override fun act() { super.act() }

    companion object {
        fun make() = Derived(1)
        fun make(text: String) = Derived(text)
    }
}

interface Shape { fun area(): Int = 0 }
class Circle : Shape { fun round() {} }

fun pick(n: Int) = n
fun pick(text: String) = text
fun pick(n: Int, block: () -> Unit) = block()
fun configure(a: Int = 1, b: String = "", block: (Circle) -> Unit) {}

fun run(shape: Shape) {
    pick(1)
    pick("x")
    pick(2) { }
    configure(b = "y") { it.round() }
    Derived.make("z").act()
    if (shape is Circle) shape.round() else shape.area()
    fun local() = pick(3)
    local()
}
