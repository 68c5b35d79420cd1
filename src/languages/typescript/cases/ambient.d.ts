interface Array<T> {
  length: number
  map<U>(callback: (value: T, index: number, array: T[]) => U): U[]
  concat(...items: T[]): T[]
  concat(...items: (T | T[])[]): T[]
  [Symbol.iterator](): Iterator<T>
  [n: number]: T
}
interface ArrayConstructor {
  new <T>(...items: T[]): T[];
  <T>(...items: T[]): T[]
  isArray(value: any): value is any[]
}
declare var Array: ArrayConstructor
declare function parse(text: string): number
declare function parse(text: string, radix: number): number
declare class Buffer { static from(text: string): Buffer; toString(): string }
declare namespace Intl { class Format { format(n: number): string } let locale: string }
declare module "fs" { export function read(path: string): Buffer; export default read }
type Partial<T> = { [P in keyof T]?: T[P] }
