package com.a.b
import x.y.{Z, W => V}
import q._
trait Shape { def area: Double; def name(): String = "s" }
case class Circle(r: Double) extends Shape with Other[Int] { val pi = 3.14; override def area = pi * r; private def helper(x: Int): Int = compute(x) }
object Main extends App {
  val c = new Circle(2.0)
  lazy val d: Shape = Circle(1)
  type Alias = Int
  def main(args: Array[String]): Unit = { println(c.area); val f = (x: Int) => twice(x); List(1).map(f).foreach { y => show(y) }; Main.run(); c match { case Circle(r) => r; case _ => 0 } }
  def apply(x: Int) = x
  for (i <- xs if p(i)) yield g(i)
}
enum Color { case Red, Green }
def top(x: Int): Int = x infix y
