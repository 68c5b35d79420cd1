class Base {
  init(size: Int) {}
  func act(on x: Int) {}
  func act(with x: Int) {}
  func act(_ text: String) {}
}

class Derived: Base {
  override init(size: Int) { super.init(size: size) }
  convenience init(name: String) { self.init(size: 1) }
  override func act(on x: Int) { super.act(on: x) }
}

func configure(a: Int = 1, block: (Base) -> Void) {}

func run(base: Base?) {
  base?.act(with: 1)
  base?.act(on: 2)
  base?.act("x")
  Derived(name: "y").act(on: 3)
  configure { b in b.act(with: 4) }
  let made = base ?? Derived(size: 5)
  made.act("z")
}
