export { default as Badge } from './Badge.svelte'
export function helper() {}
