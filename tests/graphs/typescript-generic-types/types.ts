/* Types that depend on type parameters: defaults, T["x"], captured ones,
 * mapped types, results of functions. */
interface Trait { inside: { def: any } }
interface Maker<T extends Trait, D = T["inside"]["def"]> { new (def: D): T; init(inst: T, def: D): void }
function maker<T extends Trait, D = T["inside"]["def"]>(name: string, setup: (inst: T, def: D) => void): Maker<T, D> { return null! }
interface Schema<I extends Inside = Inside> { inside: I; check(): this }
interface Inside { run(x: string): string; def: any }
interface Wrapper extends Schema<WrapperInside> { own(): void }
interface WrapperInside extends Inside { def: WrapperDef }
interface WrapperDef { inner: Schema; go(): void }
export const Wrapper: Maker<Wrapper> = maker("Wrapper", (inst, def) => {
  inst.own()
  inst.check().own()
  def.go()
  def.inner.inside.run("")
})
type Box<T> = { value: T; get(): T; nested: { deep: T } }
type Table<K extends string, V> = { [P in K]: V }
type Result<F> = F extends (...args: any[]) => infer R ? R : never
type Own<T> = { [K in keyof T]?: T[K] }
type Methods<T> = { [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (this: T, ...args: A) => R : never }
interface Leaf { cut(): Leaf; grow(by: number): void }
function leaf(): Leaf { return null! }
export function uses(box: Box<Leaf>, table: Table<string, Leaf>, result: Result<typeof leaf>, part: Own<Leaf>) {
  box.value.cut()
  box.get().cut()
  box.nested.deep.cut()
  table.any.cut()
  table['some'].cut()
  result.cut()
  part.cut!()
}
export function methods(): Methods<Leaf> {
  return { grow(by) { return this.cut() } }
}
