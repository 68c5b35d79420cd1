package app
object Use {
  def run() = {
    Box(1, 2, 3)
    Pair(Box(1))
    Pair(Box(1), Box(2))
    new Box(4)
    tools.pick(5)
  }
}
