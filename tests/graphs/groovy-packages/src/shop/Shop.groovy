package shop

import shop.util.Prices
import static shop.util.Maths.sum

class Shop extends Base {
  Prices prices = new Prices()
  def unknown

  int total(item) {
    sum(prices.of(item), helper(item))
    unknown.of(item)
    item.each { add(it) }
    base()
    this.missing(1)
  }
  def add(x) { new Item().name() }
}
