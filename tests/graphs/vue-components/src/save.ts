export interface Item { id: number; label(): string }
export function persist(item: Item): void {}
export function load(): Item[] { return [] }
export function format(text: string): string { return text }
