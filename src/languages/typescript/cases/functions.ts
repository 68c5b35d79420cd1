/** Adds up. */
export function add(a: number, b = 1, ...rest: number[]): number {
  return rest.reduce((sum, n) => sum + n, a + b)
}
export async function load<T extends Base = Base>(url: string, parse: (text: string) => T): Promise<T> {
  const text = await fetchText(url)
  return parse(text)
}
function* walk(nodes: Node[]) {
  for (const node of nodes) {
    yield node
    yield* walk(node.children)
  }
}
function pick({ name, size: { width = 0 }, ...others }: Options, [first, , third]: string[]) {
  return name + first + third + width + others
}
function overloaded(a: string): string
function overloaded(a: number): number
function overloaded(a: any) {
  return a
}
const arrow = async (x: number) => inner(x)
const handler: Handler = (request, response) => response.send(request.body)
const named = function other() { return other() }
const cast = (() => later()) as unknown as Handler
function outer(this: Window, event) {
  function nested() { return event }
  const local = () => nested()
  this.close()
  return local
}
let late
late = () => outer
list.forEach(function each(item) { item.run() })
export default () => add(1)
