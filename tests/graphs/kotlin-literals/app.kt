data class Point(val x: Int, val y: Int)

class Named(start: Int, val name: String)

fun make(): Point {
    Named(1, "by place")
    Named(start = 2, name = "by name")
    return Point(1, y = 2)
}
