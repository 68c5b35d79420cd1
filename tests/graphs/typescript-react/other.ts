export function useState(value: number): [number, (to: number) => void] {
  return [value, () => {}];
}
