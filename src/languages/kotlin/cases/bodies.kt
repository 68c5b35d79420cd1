class Small { val a = 1 }
class Pair2(val a: Int) { fun first() = one(a) }
interface Named { val name: String get() = "a"; fun show() {} }
class Outer {
    companion object { const val LIMIT = 3; fun of(x: Int) = Outer() }
    inner class In { fun up() = of(1) } }
enum class Side(val width: Int) { LEFT(1) { override fun go() { left() } }, RIGHT(2); open fun go() {} }
object Registry { fun add(named: Named) { named.show() } }
fun anonymous() = object : Named { override val name = "b" }
fun texts(a: Int) { log("{ class } ${ if (a > 1) { "x" } else { "y" } } }"); log("""class { "a" } """) }
/* class A { val x = 1 } /* inner { } */ */
fun after() { val open = '{'; val close = '}'; log(open, close) } // class B { }
fun last(list: List<Int>) { list.map { one(it) } }
