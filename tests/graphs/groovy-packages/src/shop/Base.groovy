package shop
class Base {
  def base() { add(1) }
  static helper(x) { "helper() ${sum(x)}" }
}
class Item { def name() { } }
