package shop

interface Store<out T : Any, in K> { fun get(key: K): T? }
class Memory<T : Any>(private val all: Map<String, T>) : Store<T, String> {
    override fun get(key: String): T? = all[key]
}
class Wrapped(store: Store<Int, String>) : Store<Int, String> by store
inline fun <reified T> find(xs: List<Any>): T? = first(xs) as? T
fun <T> T.same(): T where T : Comparable<T> = this
typealias Names = Map<String, List<String>>
fun run(m: Memory<Box>) = m.get("a")?.grow()
