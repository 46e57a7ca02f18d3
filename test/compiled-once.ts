import { join } from 'node:path'
import { root } from '../scripts/set-up/run.mjs'

/**
 * For programs that tests start many times, and that live shortly: what was compiled for one is used
 * by the next. Who is killed keeps nothing, unless it asked for it with `flushCompileCache`.
 */
export const compiledOnce = { NODE_COMPILE_CACHE: join(root, '.cache', 'compiled') }
