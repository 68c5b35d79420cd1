package shop

suspend fun load(id: Int): Box = withContext(pool()) { fetch(id) }

class Loader : Base(), Runnable {
    override fun run() { launch { load(1).grow() } }
    tailrec fun walk(n: Int): Int = if (n == 0) 0 else walk(step(n))
    infix fun join(other: Loader) = this
    fun use(vararg xs: Int) = run { val y = this join this; sum(*xs); y.walk(n = 2) }
}
val text = "a ${name()} and $limit"
