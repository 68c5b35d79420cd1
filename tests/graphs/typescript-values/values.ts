/* What a call leads to through values: aliases, destructuring, object members. */
function target() { return new Thing() }
class Thing {
  next(): Thing { return this }
  static make() { return new Thing() }
  items: Thing[] = []
}
const renamed = target
const table = { run: target, own() { return this.run() }, deep: { inner: () => target() }, arrow: () => new Thing() }
const copy = { ...table, extra() {} }
const { run, own: renamedOwn } = table
const [first, , third] = [target(), 1, target()]

export function calls() {
  renamed().next()
  table.run().next()
  table.own()
  table.deep.inner().next()
  table['arrow']().next()
  copy.own()
  copy.extra()
  run()
  renamedOwn()
  first.next()
  const { make } = Thing
  make().next().items[0].next()
  for (const item of make().items) item.next()
  make().items.map(item => item.next()).filter(x => x).forEach(y => y.next())
  const late = make() || target()
  late?.next()!.next()
}
export async function promises(load: () => Promise<Thing>) {
  (await load()).next()
  load().then(loaded => loaded.next())
  const [one, two] = await Promise.all([load(), make2()])
  one.next()
  for await (const piece of pieces()) piece.next()
}
async function make2() { return Thing.make() }
async function* pieces() { yield new Thing() }
let assigned
assigned = Thing.make()
export function usesAssigned() { assigned.next() }
export function outer() {
  function inner() { return deeper() }
  const deeper = () => inner()
  return { inner, deeper }
}
export const made = outer()
export function usesMade() { made.inner(); made.deeper() }
