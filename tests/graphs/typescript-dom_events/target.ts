class Target {
  addEventListener(name: string, done: () => void) {}
  dispatchEvent(event: object) {}
}

export const target = new Target();
