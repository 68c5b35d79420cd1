pub fn total(items: List(Item)) -> Int {
  let x = helper_of(items)
  list.map(items, fn(i) { h(i) })
  |> util.sum
  |> finish
  |> database.save(1, _)
}
