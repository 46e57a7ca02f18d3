import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openExchangeRules } from '../../../../src/main/market/exchange-rules.ts'
import type { ExchangeRules } from '../../../../src/shared/market/exchange-rules.ts'
import { temporaryFolder } from '../accounts/places.ts'

const shipped = (): ExchangeRules => openExchangeRules(temporaryFolder()).market

function withOwn(text: string) {
  const dataDir = temporaryFolder()
  const path = join(dataDir, 'market.json')
  writeFileSync(path, text)
  return { path, ...openExchangeRules(dataDir) }
}

describe('data of the exchanges', () => {
  it('ship with the program', () => {
    const { market, problem } = openExchangeRules(temporaryFolder())
    expect(problem).toBeNull()
    expect(market.freeze).toMatchObject({ NIFTY: 1800, BANKNIFTY: 600, SENSEX: 1000 })
    expect(market.exchanges.NSE.session).toEqual({ from: '09:15', to: '15:30' })
  })

  it('name holidays that are weekdays, each once and in order', () => {
    for (const { holidays } of Object.values(shipped().exchanges)) {
      expect(holidays).toEqual([...new Set(holidays)].toSorted())
      const weekdays = holidays.map((day) => new Date(`${day}T00:00:00Z`).getUTCDay())
      expect(weekdays.filter((day) => day === 0 || day === 6)).toEqual([])
    }
  })

  it('are a person’s own where the data folder has them', () => {
    const own = { ...shipped(), mostSlices: 3 }
    const { market, problem } = withOwn(`\uFEFF${JSON.stringify(own)}`)
    expect(market).toEqual(own)
    expect(problem).toBeNull()
  })

  it('are those of the program where the person’s own are damaged, which stay and are named', () => {
    const own = structuredClone(shipped())
    own.exchanges.MCX.session.to = '25:00'
    const text = JSON.stringify(own)
    const { market, problem, path } = withOwn(text)
    expect(market).toEqual(shipped())
    expect(problem).toContain(path)
    expect(problem).toContain('exchanges.MCX.session.to: must be a time, such as 09:15')
    expect(readFileSync(path, 'utf8')).toBe(text)
  })

  it('are those of the program where the person’s own are no JSON, or no file', () => {
    expect(withOwn('{').problem).toContain('it is not JSON')
    const dataDir = temporaryFolder()
    mkdirSync(join(dataDir, 'market.json'))
    const { market, problem } = openExchangeRules(dataDir)
    expect(market).toEqual(shipped())
    expect(problem).toContain('EISDIR')
  })
})
