import Table, { clear } from './Table.svelte'
export function mount() { clear(); return Table }
