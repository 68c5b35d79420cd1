abstract class Shape {
  def area: Int
  lazy val cached = compute(area)
  protected[this] val hidden = 2
  def this(n: Int) = { this(); start(n) }
}
class Square extends Shape {
  def area = side() * side()
  def side(): Int = super.hashCode
}
new Square().area
val f: Int => Int = _ + twice(1)
implicit class Words(s: String) { def words = s.split(" ") }
