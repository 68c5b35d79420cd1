package other
/* None of these is what the package shop has. */
class Other {
  def run() {
    new Prices().of(1)
    sum(1, 2)
    add(3)
  }
}
