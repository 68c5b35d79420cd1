export function make(f: (set: (x: object) => void) => object) {
  return (pick: (s: any) => any) => null as any;
}
