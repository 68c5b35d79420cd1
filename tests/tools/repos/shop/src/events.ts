export type Listener = (payload: unknown) => void;

/** Tells listeners by the name of an event. */
export class EventBus {
  private listeners = new Map<string, Listener[]>();

  on(event: string, listener: Listener): void {
    const known = this.listeners.get(event) ?? [];
    known.push(listener);
    this.listeners.set(event, known);
  }

  emit(event: string, payload: unknown): number {
    const known = this.listeners.get(event) ?? [];
    for (const listener of known) listener(payload);
    return known.length;
  }
}
