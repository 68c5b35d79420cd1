fun String.shout(): String = this.uppercase() + length

fun <T> List<T>.second(): T? = this[1]

val Item.label: String get() = name

inline fun <R> build(block: Builder.(Int) -> R): R {
    val builder = Builder()
    builder.apply { add(1); this.add(2) }
    with(builder) { add(3) }
    builder.let { it.add(4) }
    builder.also { b -> b.add(5) }
    return builder.block(6)
}
