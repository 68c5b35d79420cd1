export * from './util/index.js'
export * as shapes from './shapes'
export { helper as renamedHelper, default as main } from './helper.js'
import { secret } from '#internal/secret'
export function viaPrivate() { return secret() }
