import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openDocument } from '../../../../src/main/core/documents.ts'
import { openExchangeRules } from '../../../../src/main/market/exchange-rules.ts'
import { openConf, temporaryFolder } from '../accounts/places.ts'

afterEach(() => vi.unstubAllGlobals())

/** How many functions are made of texts while this is done. */
function functionsMadeBy(act: () => void): number {
  let made = 0
  const Original = Function
  vi.stubGlobal(
    'Function',
    new Proxy(Original, {
      construct: (_, texts: string[]) => {
        made += 1
        return Reflect.construct(Original, texts) as object
      },
    }),
  )
  act()
  return made
}

describe('What is read once', () => {
  const Noted = z.strictObject({ text: z.string() })

  it('is read without making a function for each kind of object in it', () => {
    const dataDir = temporaryFolder()
    const kept = JSON.stringify({ version: 1, value: { text: 'kept' } })
    writeFileSync(join(dataDir, 'note.json'), kept)
    const options = { name: 'note', version: 1, schema: Noted, initial: () => ({ text: '' }) }
    expect(functionsMadeBy(() => openDocument({ open: openConf, dataDir, ...options }))).toBe(0)
    expect(functionsMadeBy(() => openExchangeRules(dataDir))).toBe(0)
  })

  it('is another thing than what is read often, for which they are made', () => {
    const own = z.strictObject({ text: z.string() })
    expect(functionsMadeBy(() => own.parse({ text: 'often' }))).toBe(1)
  })
})
