package upack

case class Str(value: String)

object TestUtil extends Checks {
  def own(x: Int) = x
}

class Checks {
  def check(x: Int) = x
}
