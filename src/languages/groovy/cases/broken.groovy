class A {
  def f( { g()
  def h() { f() }
}
