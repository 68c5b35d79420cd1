fun save(i: Int) {}
fun opened(i: Int) {}
fun quit(i: Int) {}

val table = mutableMapOf<String, (Int) -> Unit>("save" to ::save, "open" to ::opened)
val other = mutableMapOf<String, (Int) -> Unit>()

fun fill() {
    table["quit"] = ::quit
}

fun run(k: String) {
    table[k]?.invoke(1)
    table["save"]!!(2)
    val h = table[k]
    h?.invoke(3)
    other[k]?.invoke(4)
}
