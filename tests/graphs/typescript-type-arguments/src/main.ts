interface Any { a: number }
class Held { go() {} }

async function load<T>(a: number): Promise<Held> { return new Held() }
function test<T>(a: number): Held { return new Held() }
function other(): Held { return new Held() }

export async function awaited<T extends Any>(held: Held | undefined) {
  await load<T>(1)
  const first = await load<T>(2)
  first.go()
  const second = held || (await load<T>(3))
  second.go()
  return (await load<T>(4)).go()
}

export function operators(is: boolean) {
  if (!test<Any>(1)) return
  typeof test<Any>(2)
  void test<Any>(3)
  const third = is && test<Any>(4)
  third.go()
  const fourth = other() ?? test<Any>(5)
  fourth.go()
  return is || !test<Any>(6)
}

/* Brackets mean what they say. */
export async function bracketed(f: Promise<<T>(a: number) => Held>) {
  (await f)<Any>(1).go()
}

/* Less and greater. */
export function compared(a: number, b: number, load: number) {
  return a < load && b > load
}
