export interface Row { id: number; name: string }
export function rows(): Row[] { return [] }
export function send(row: Row): Promise<string> { return Promise.resolve('') }
export function tooltip(node: unknown): void {}
export function title(row: Row): string { return row.name }
