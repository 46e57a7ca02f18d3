import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import shipped from '../../../resources/market.json' with { type: 'json' }
import { ExchangeRules } from '../../shared/market/exchange-rules.ts'
import { firstIssue } from '../../shared/core/schema-words.ts'
import { systemCode } from '../core/disk.ts'
import { readOnce } from '../core/read-once.ts'

/**
 * The exchanges' data: a person's own file in the data folder, or else what ships with the
 * program. A damaged one is left where it is, for the person to mend, and named in `problem`.
 */
export function openExchangeRules(dataDir: string): {
  market: ExchangeRules
  problem: string | null
} {
  const path = join(dataDir, 'market.json')
  const own = readOwn(path)
  if (own === null) return { market: ExchangeRules.parse(shipped, readOnce), problem: null }
  if ('market' in own) return { market: own.market, problem: null }
  return {
    market: ExchangeRules.parse(shipped, readOnce),
    problem: `${path} cannot be used: ${own.why}. The hours, holidays and largest orders that came with Quarterdeck hold until it is mended.`,
  }
}

/** Null where there is none. */
function readOwn(path: string): { market: ExchangeRules } | { why: string } | null {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    const code = systemCode(cause)
    return code === 'ENOENT' ? null : { why: `it cannot be read (${code})` }
  }
  let value: unknown
  try {
    // Editors of some systems begin a file with a mark that JSON does not know.
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return { why: 'it is not JSON' }
  }
  const parsed = ExchangeRules.safeParse(value, readOnce)
  if (parsed.success) return { market: parsed.data }
  const issue = firstIssue(parsed.error)
  const place = issue.path.length === 0 ? 'the whole' : issue.path.join('.')
  return { why: `${place}: ${issue.message}` }
}
