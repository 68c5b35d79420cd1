/* Types that come from where a function or object goes. */
interface Context { push(x: string): void; nested: Inner }
interface Inner { deep(): void }
type Transform = (ctx: Context, name: string) => void
interface Options { onStart(ctx: Context): void; onEnd?: (ctx: Context) => void; handlers: Record<string, Transform> }
function register(name: string, fn: Transform) {}
function configure(options: Options) {}
interface Maker<T> { new (x: number): T; init(inst: T): void }
declare function maker<T>(name: string, setup: (inst: T) => void): Maker<T>

const transform: Transform = ctx => { ctx.push('x'); ctx.nested.deep() }
register('a', (ctx, name) => ctx.push(name))
register('b', function (ctx) { ctx.nested.deep() })
configure({
  onStart(ctx) { ctx.push('y') },
  onEnd: ctx => ctx.nested.deep(),
  handlers: { one: ctx => ctx.push('z') },
})
export const options: Options = { onStart: c => c.push('1'), handlers: {} }
export const Thing: Maker<Inner> = maker('Thing', inst => { run(inst) ; inst.deep() })
function run(i: Inner) { i.deep() }
export function make(): Options {
  return { onStart(c) { c.push('q') }, handlers: {} }
}
export function create({ push, nested: { deep } }: Context) {
  push('x')
  deep()
  new Thing(1).deep()
}
