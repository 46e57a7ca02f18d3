import { describe, expect, it } from 'vitest'
import {
  ageText,
  clockTime,
  latencyText,
  serviceTime,
} from '../../../../src/renderer/components/times.ts'

const moment = Date.UTC(2026, 10, 21, 4, 45, 0)

describe('times of the service', () => {
  it('are a clock today, and carry their date on other days', () => {
    expect(serviceTime('21-Nov-2026 10:15:00', moment)).toBe('10:15:00')
    expect(serviceTime('20-Nov-2026 10:15:00', moment)).toBe('20 Nov 10:15')
  })

  it('turn to another day at midnight in India', () => {
    const late = Date.UTC(2026, 10, 20, 18, 29, 59)
    expect(serviceTime('20-Nov-2026 10:15:00', late)).toBe('10:15:00')
    expect(serviceTime('20-Nov-2026 10:15:00', late + 1000)).toBe('20 Nov 10:15')
  })

  it('stay as they came where they cannot be read', () => {
    expect(serviceTime(' <b>soon</b> ', moment)).toBe('<b>soon</b>')
    expect(serviceTime(null, moment)).toBe('–')
  })

  it('show the clock of India', () => {
    expect(clockTime(moment)).toBe('10:15:00')
  })
})

describe('ages', () => {
  it.each([
    [0, '0.0 s ago'],
    [840, '0.8 s ago'],
    [9949, '9.9 s ago'],
    [9951, '10 s ago'],
    [59_499, '59 s ago'],
    [59_501, '1 min ago'],
    [3_569_999, '59 min ago'],
    [3_570_001, '1 h ago'],
    [90_000_000, '25 h ago'],
  ])('of %d ms are said as %s', (age, text) => {
    expect(ageText(age)).toBe(text)
  })

  it('of an answer are its latency, and a dash where there was none', () => {
    expect(latencyText(84.4)).toBe('84 ms')
    expect(latencyText(2100)).toBe('2.1 s')
    expect(latencyText(null)).toBe('–')
  })
})
