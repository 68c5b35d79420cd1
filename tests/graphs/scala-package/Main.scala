package com.app
import com.shapes.{Circle, Shape}
import com.shapes.Shapes._
object Main {
  def run(shape: Shape, unknown: Other): Unit = { println(shape.area); square(2); new Circle(1).grow(2)(x => x); unknown.area; val square = 1; List(1).map(f => f(1)) }
  def main(args: Array[String]): Unit = run(Circle(1), null)
}
