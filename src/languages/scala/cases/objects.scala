package app.shop

import app.util.{Tidy, Wide => W}
import app.all._
import app.one.Thing

/** Makes carts. */
object Cart {
  val limit: Int = 10
  def apply(n: Int): Cart = new Cart(n)
  def make(): Cart = Cart(limit)
}

class Cart(val size: Int, name: String = "x") extends Base(size) with Loud {
  private def hidden(x: Int) = x + size
  def grow(by: Int): Cart = { hidden(by); Cart.make().grow(1) }
  override def toString = name
}

trait Loud { def shout(): Unit; val volume = 1 }
case class Item(id: Int)
