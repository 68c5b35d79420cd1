/* What conditions say about names. */
class Cat { meow() {} name() {} }
class Dog { bark() {} name() {} }
function isCat(x: unknown): x is Cat { return true }
function assertDog(x: unknown): asserts x is Dog {}
export function test(x: unknown, pet: Cat | Dog, maybe?: Cat) {
  if (isCat(x)) x.meow()
  if (x instanceof Dog) x.bark()
  else if (pet instanceof Cat && pet.meow()) pet.meow()
  if (!(pet instanceof Dog)) return
  pet.bark()
  const y = isCat(x) ? x.meow() : 0
  maybe && maybe.meow()
  pet.name()
  return y
}
export function early(x: unknown) {
  if (!isCat(x)) throw new Error()
  x.meow()
}
