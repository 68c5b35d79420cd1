package app
class Box(val size: Int)
object Box {
  def apply(a: Int, rest: Int*): Box = new Box(a)
}
case class Pair(left: Box, right: Box)
object Pair {
  def apply(only: Box): Pair = new Pair(only, only)
}
