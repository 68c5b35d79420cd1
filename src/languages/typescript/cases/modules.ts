import def, { one, two as second, default as third, type Fourth } from './first.js'
import type { Fifth } from './second'
import * as space from "space"
import './effect'
import legacy = require('./legacy')
import Short = space.deep.Thing
export * from './star'
export * as grouped from './grouped'
export { six, seven as eight, default } from './third'
export { one, second as renamed }
export const nine = 9, [ten, { eleven }] = pair()
export function twelve() {}
export enum Thirteen { A }
export type { Fifth }
namespace Outer.Inner {
  export const inside = twelve()
  function hidden() {}
  export namespace Deeper { export type T = string }
}
declare module './first.js' {
  interface Extra { more(): void }
}
declare global {
  interface Window { own: string }
  var shared: number
}
async function lazily() {
  const { part } = await import('./lazy')
  return part()
}
export default lazily
