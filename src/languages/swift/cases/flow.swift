func flow(_ x: Any?, thing: Thing?) -> Int {
  guard let thing = thing, thing.ok() else { return stop() }
  if let circle = x as? Circle, let size = circle.size() { size.grow() } else if case .none = x { none() }
  for part in thing.parts where part.fits() { part.add() }
  while let next = thing.next() { next.go() }
  do { try risky() } catch let error as Bad { error.tell() }
  switch x {
  case let c as Circle: c.round()
  case is Square: square()
  default: break
  }
  let (a, b) = pair()
  defer { close() }
  repeat { again() } while thing.more()
  return a.sum(b)
}
