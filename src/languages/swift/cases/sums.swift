// A call behind + or * is a call of its own.
func run() {
  let a = make(1) + make(2)
  let b = make(1) - make(2) * make(3)
  let c = x.f(1) + y.g(2)
  let d = 1 + 2
}
