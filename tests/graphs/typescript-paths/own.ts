export function Router() {
  return { get(path: string, done: () => void) {} };
}
