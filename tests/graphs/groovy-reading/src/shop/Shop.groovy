package shop

@Library('x') _

class Shop {
  private Map<String, List<Item>> byName = new HashMap<>()
  static enum Mode { OPEN, SHUT }

  @Tag('inner')
  static class Till {
    void ring(String note, int times) { beep() }
    void beep() {}
  }

  /** A shelf. */
  class Shelf {
    Item first() { return new Item() }
  }

  private total(@Named('x') final Item one, final many) {
    final till = new Till()
    till.ring "total", 2
    for( Item item : many ) {
      item.price()
    }
    for( def other in many )
      other.price()
    if( many.any { Item it -> it.price() } || one.isNew() ) {
      assert one.price(), "no price"
    }
    Item late
    late = one
    late.price()
    synchronized (till) { till.beep() }
    return many.collect { Item x -> x.name() }.join(',')
  }

  def record(Item record) {
    if( record.isNew() )
      return
    record.price()
    with(record) { Item y -> y.price() }
    Collections.<Item>emptyList()
    many.sort( x -> record.name() )
    unknown "total", 2
  }

  List emptyList() { [] }
}
