export interface Post { slug: string }
export function posts(): Post[] { return [] }
export function link(post: Post): string { return '' }
