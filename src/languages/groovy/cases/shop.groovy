package shop

/** Sells things. */
class Shop extends Base implements Sells, Closeable {
  private final Prices prices = new Prices(1)
  static int count = 0

  Shop(Prices p) { this.prices = p }

  int total(Item item, int times = 1) {
    def price = prices.of(item)
    for (part in item.parts) { add(part, price) }
    try { super.total(item) } catch (IOException e) { e.printStackTrace() }
    return price * times
  }
  private void add(part, price) { this.total(part as Item) }
}
interface Sells { int total(Item item) }
trait Counts { def next() { 1 } }
enum Size { SMALL, LARGE }
