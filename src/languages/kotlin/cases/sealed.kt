package shop

sealed class Event
data class Moved(val x: Int, val y: Int = zero()) : Event()
object Quit : Event()
enum class Side(val sign: Int) {
    LEFT(-1),
    RIGHT(1);
    fun flip() = LEFT
}

fun handle(event: Event): Int = when (event) {
    is Moved -> { val (x, y) = event; x + y + event.copy(x = 1).x }
    Quit -> quit()
    else -> error("no")
}
fun kind(n: Int) = when {
    n > limit() -> big(n)
    n in 1..2 -> small(n)
    else -> 0
}
