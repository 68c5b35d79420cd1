fn go(x) {
  case x, y() { Order(id, _), [first, ..rest] if id > 1 -> first(id) other, _ -> use_it(other) }
  let assert Ok(#(a, b)) = parse(x)
  use line <- each(b)
  a(line)
}
