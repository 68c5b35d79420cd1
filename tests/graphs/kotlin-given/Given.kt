package given

class Circle {
    fun area() {}
    fun self() = this
}

class Other { fun area() {} }

data class Pair2(val circle: Circle, val other: Other)

enum class Side(val circle: Circle) {
    LEFT(Circle());

    fun turn() {}
}

/* What the language gives to classes of data and to enumerations. */
fun members(pair: Pair2) {
    pair.copy(circle = Circle()).circle.area()
    Side.valueOf("LEFT").turn()
    Side.values().forEach { it.turn() }
    Side.entries.first().circle.area()
}

val Circle.big: Int
    get() { area(); return 1 }

class Holder {
    var circle: Circle = Circle()
        get() { field.area(); return field }
        set(value) { value.self().area(); field = value }
}

class Over {
    fun take(x: Int) {}
    fun take(x: Long) {}
    fun take(x: Float) {}
    fun take(x: Double) {}
    fun take(x: String) {}
    fun take(x: Other?) {}
    fun take(f: () -> Unit) {}
    fun any(x: Any) {}
    fun any(f: () -> Unit) {}
}

fun overloads(over: Over) {
    over.take(1)
    over.take(1L)
    over.take(0x1fL)
    over.take(1.5f)
    over.take(1.5)
    over.take(null)
    over.take { }
    over.any { }
    over.any("a")
}

typealias Maker = (String) -> Circle

class Uses(val maker: Maker) {
    fun calls(make: Maker, circles: List<Circle>) {
        make("a").area()
        maker("b").area()
        circles.firstOrNull { it.self() === it }?.grown()
        val twice = { circle: Circle -> circle.self() }
        twice(Circle()).area()
    }
}

fun Circle.grown() = this
fun Other.grown() = this
