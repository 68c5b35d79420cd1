class Kept { save() {} }
class Other { save() {} }
type Accessor<T> = () => T
type Effect<Prev, Next extends Prev = Prev> = (v: Prev) => Next
declare function memo<Next extends Prev, Prev = Next>(fn: Effect<Prev, Next>): Accessor<Next>
declare function plain<Next>(fn: Effect<any, Next>): Accessor<Next>
export function throughAliases() {
  memo(() => new Kept())().save()
  plain(() => new Kept())().save()
}
type Table = { a: Kept; b: Other }
export function anyMember(v: Table[keyof Table], none: Absent[keyof Absent]) {
  v.save()
  none.save()
}
