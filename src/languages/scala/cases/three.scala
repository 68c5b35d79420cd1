package app.three

enum Color:
  case Red, Green
  case Mixed(a: Int)

given Ordering[Color] = make()

extension (c: Color)
  def bright: Boolean = check(c)

def top(x: Int): Color = Color.Red

type Name = String

class Box[T](inside: T):
  def get: T = inside
  def set(x: T)(using y: Int): Unit = keep(x, y)
