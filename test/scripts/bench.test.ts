import { describe, expect, it } from 'vitest'
import { closingLine, exitCodeOf, lineOf } from '../bench/report.ts'

const met = { row: 'P1', ratio: 1.416, spread: '1.40–1.45', goal: '≤ 1.7', met: true }
const missed = { ...met, row: 'P10', ratio: 0.0123, met: false, note: 'twenty rounds' }
const crashed = { row: 'P6', problem: 'no port' }

describe('the report of the benches', () => {
  it('has a line a row', () => {
    expect(lineOf(met)).toBe('P1  ratio 1.42  goal ≤ 1.7  met  (1.40–1.45)')
    expect(lineOf(missed)).toContain('ratio 0.012  goal ≤ 1.7  missed  (1.40–1.45; twenty rounds)')
    expect(lineOf(crashed)).toBe('P6  failed: no port')
  })

  it('counts a row that could not run as missed, and fails for that alone', () => {
    expect(closingLine([met, missed, crashed])).toBe('1 met, 2 missed')
    expect(exitCodeOf([met, missed])).toBe(0)
    expect(exitCodeOf([met, crashed])).toBe(1)
  })
})
