/* What the grammar cannot read as it is written. */
export interface Overloaded<in I, out O = unknown> {
  // two signatures without anything between them
  <A>(a: A): Promise<A>
  <A, B>(a: A, b: B): Promise<[A, B]>

  <A, B, C>(a: A, b: B, c: C): I[]
  read(input: I): O
}
export type * from './other'
export function after(x: Overloaded<string, Leaf>) { x.read('').grow() }
interface Leaf { grow(): void }
