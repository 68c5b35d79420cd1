struct Half {
  func one( { two(
  func three() { one() }
