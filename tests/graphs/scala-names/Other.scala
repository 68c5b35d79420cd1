package app

object Other {
  def whole() = upack.Str("a")
  def deep() = upack.TestUtil.own(1)
  def local(upack: Box) = upack.Str("b")
}
