export function uses() { everywhere().act() }
