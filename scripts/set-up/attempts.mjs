import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './run.mjs'

const aDay = 24 * 60 * 60 * 1000

/**
 * What was tried in vain, and when: a machine that cannot have something is not made to wait for
 * it at every start.
 * @param {string} [file]
 */
export function openAttempts(file = join(root, '.cache', 'attempts.json')) {
  /** @returns {Record<string, number>} */
  const read = () => {
    try {
      return JSON.parse(readFileSync(file, 'utf8'))
    } catch {
      return {}
    }
  }
  return {
    /** @param {string} what @param {number} [now] */
    failedToday: (what, now = Date.now()) => {
      const at = read()[what]
      return at !== undefined && at <= now && now - at < aDay
    },
    /** @param {string} what @param {number} [now] */
    failed: (what, now = Date.now()) => {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify({ ...read(), [what]: now }))
    },
  }
}
