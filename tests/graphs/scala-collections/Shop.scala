package shop

class Item(val name: String) {
  def price(): Int = 1
  def parts: List[Item] = Nil
}

class Own[T] {
  def filter(f: T => Boolean): Item = new Item("own")
}

object Use {
  def all(items: List[Item], one: Option[Item], names: Seq[String], own: Own[String], other: Any) = {
    items.foreach(_.price())
    items.map { item => item.price() }
    items.filter(i => i.price() > 1).foreach(x => x.price())
    one.get.price()
    items.head.parts.head.price()
    for (item <- items; part <- item.parts) yield part.price()
    items exists (_.price() == 2)
    names.foreach(_.price())
    own.filter(x => x.price() > 1).price()
    other.foreach(_.price())
    items.map(f(_)).price()
  }
  def f(item: Item): Item = item
}
