type Hear = (what: unknown) => void;

export class Lists {
  private listeners: Record<string, Hear[]> = {};
  on(name: string, hear: Hear) {
    if (!this.listeners[name]) this.listeners[name] = [];
    this.listeners[name].push(hear);
  }
  emit(name: string, what: unknown) {
    (this.listeners[name] || []).forEach((hear) => hear(what));
  }
}

export class Sets {
  private hearers = new Map<string, Set<Hear>>();
  subscribe(name: string, hear: Hear) {
    let own = this.hearers.get(name);
    if (!own) this.hearers.set(name, (own = new Set()));
    own.add(hear);
  }
  publish(name: string, what: unknown) {
    const own = this.hearers.get(name);
    if (own) for (const hear of own) hear(what);
  }
  // Nobody's function runs: what it counts is kept elsewhere.
  count(name: string) {
    return this.counts[name].map((one) => one.toString());
  }
  private counts: Record<string, number[]> = {};
}
