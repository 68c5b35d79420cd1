package files

trait Readable
class Path extends Readable

object read {
  def apply(from: Readable): String = apply(from, "utf-8")
  def apply(from: Readable, set: String): String = ""
  def apply(from: Path, set: String = "utf-8", offset: Int = 0): String = ""
}

object Use {
  def all(path: Path, other: Readable) = {
    read(path)
    read(path, "ascii")
    read(path, "ascii", 3)
    read(other)
  }
}
