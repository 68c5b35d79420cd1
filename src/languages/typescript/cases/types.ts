export interface Box<out T = unknown> extends Base<T>, ns.Other {
  (input: string): T
  new <U>(input: U): Box<U>
  readonly value: T
  get size(): number
  open?(key: string, ...rest: number[]): this
  open(force: boolean): this
  callback: (error: Error | null, data?: Buffer) => void
  [index: number]: T
}
type Shape = { kind: 'circle'; radius(): number } | { kind: "square" } | null
type Both = A & B<string>[] & readonly C[]
type Pair = [first: A, second?: B, ...rest: C[]]
type Lookup = Box<string>['value'][number]
type Keys = keyof Box & keyof typeof table
type Query = typeof table.rows[0]
type Own<T> = { readonly [K in keyof T]?: T[K] }
type Table<K extends string, V> = { [P in K]: V }
type Wrapped<T> = { [K in keyof T]: Box<T[K]> }
type Result<T> = T extends (...args: any[]) => infer R ? R : never
type Made<T extends new (...args: any) => any> = T extends new (...args: any) => infer R ? R : any
type Item<T> = T extends (infer U)[] ? U : T
type Later<T> = T extends PromiseLike<infer V> ? V : T
type Either<T> = T extends string ? A : B
type Generic = <T>(value: T) => T
type Name = `on${Capitalize<string>}`
type Far = import('./far').Far
function isBox(value: unknown): value is Box { return true }
function assertBox(value: any): asserts value is Box {}
const made = new Map<string, Box<number>>()
const found = lookup<Shape>(made)
let one = <Box>two, three = four as unknown as Pair, five = six satisfies Keys, seven = eight!.nine as const
declare const table: Table<'a', bigint>
