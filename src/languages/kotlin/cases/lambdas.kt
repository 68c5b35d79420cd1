package shop

fun <T, R> T.with(block: T.() -> R): R = block()
fun each(xs: List<Int>, done: (Int) -> Unit = {}) = xs.forEach { done(it) }

fun run(box: Box) {
    each(listOf(1)) { n -> keep(n) }
    box.with { grow(); this.side }
    box.apply { side = two() }.let { keep(it.side) }
    val f = fun(x: Int): Int { return twice(x) }
    val g: (Int) -> Int = ::twice
    f(g(1))
    xs.map(Box::side)
}
