fun flow(x: Any?, y: Shape): Int {
    if (x is Circle && x.round()) x.grow() else if (x !is Line) return 0
    if (y !is Square) { throw Bad() }
    y.side()
    val z = when (val w = next(x)) {
        is Circle -> w.grow()
        in 1..3, 5 -> 2
        else -> null
    } ?: 4
    when { x is Line -> x.length() }
    val one = if (z > 1) Circle() else Square()
    try { risky() } catch (e: Bad) { e.tell() } finally { done() }
    while (x is Circle) { x.grow() }
    val cast = y as? Circle
    return cast?.size() ?: one.size()
}
