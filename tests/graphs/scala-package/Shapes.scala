package com.shapes
trait Shape { def area: Double }
case class Circle(r: Double) extends Shape { def area = Shapes.square(r); def grow(by: Double)(more: Int => Int): Circle = { more(1); Circle(r + by) } }
object Shapes { def square(x: Double) = x * x }
