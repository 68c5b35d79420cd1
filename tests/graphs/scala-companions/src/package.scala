package app
package object tools {
  def pick(a: Int)(implicit b: Box) = Box(a)
}
