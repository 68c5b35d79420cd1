package app

object Flow {
  def flow(xs: List[Int], box: Box): Int = {
    val total = sum(xs)
    var (a, b) = pair(total)
    for (x <- xs; y = twice(x) if odd(y)) keep(y)
    for { x <- list(a) } yield keep(x)
    xs.map(x => twice(x)).filter(odd(_))
    box match {
      case Box(inner) if ready(inner) => keep(inner)
      case other: Small => other.go()
      case n @ Some(m) => keep(m)
      case Limit => keep(1)
      case _ => keep(2)
    }
    try risky() catch { case e: Wrong => note(e) } finally tidy()
    if (check(a)) keep(a) else while (ready(b)) keep(b)
    box add total
    s"text ${keep(1)}"
    def inner(z: Int) = twice(z)
    inner(1)
  }
}
