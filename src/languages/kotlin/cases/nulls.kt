package shop

fun run(box: Box?, any: Any): Int {
    val size = box?.size() ?: return zero()
    box!!.grow()
    box.inner?.let { it.go() }
    if (any is Box) any.grow()
    val other = any as? Box ?: make()
    other.grow()
    try { risky() } catch (e: Wrong) { note(e) } finally { tidy() }
    for ((i, x) in list().withIndex()) { if (skip(x)) continue; keep(i) }
    do { step() } while (ready())
    return size
}
