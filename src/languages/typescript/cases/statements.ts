function narrow(x: unknown, y: string | Shape, z?: Shape) {
  if (x instanceof Shape && y instanceof ns.Circle) x.draw(y.radius())
  else if (typeof x === 'string') x.trim()
  if (!isShape(y)) return
  y.draw()
  const size = z && z.area() || isShape(x) ? x.area() : 0
  while (x instanceof Queue) x.next()
  return size
}
function loops(rows: Row[], table: Record<string, Row>) {
  for (const { cells: [head] } of rows) head.render()
  for (const key in table) table[key].render()
  for (let i = 0, row = rows[0]; i < rows.length; i++) row.at(i)
  for (var last of rows) last.close()
  switch (rows.length) {
    case 0: { const none = empty(); return none }
    default: const some = full(); some.go()
  }
  try { risky() } catch ({ message }) { log(message) } finally { done() }
  do { rows = rows.slice(1) } while (more(rows))
  label: for (;;) break label
  return last
}
async function values(a: A) {
  let untyped
  untyped = make()
  let [p, q = 2] = a.pair(), r = null
  ;[p, q] = [q, p]
  r = { x: p, y() { return this.x }, 'z z': () => q, [a.key]: 1, ...a.more, a }
  a.on = function () { return this }
  a.b.c['d'] = () => untyped.run()
  a?.b?.[0]?.(p)!.done<string>(...q)
  tag`x${p()}y${q}`
  r.y(), (0, a.call)(r ??= make())
  return (await a.load()).text + `${p}` + (r || q) + -p++ + void 0
}
