import { describe, expect, test } from 'vitest'
import { Strategy, freeName, isSameName, nameOf } from '../../../../src/shared/core/names.ts'

const isName = (text: string): boolean => nameOf(20).safeParse(text).success

describe('A name', () => {
  test('is anything that can be read, in any writing', () => {
    for (const name of ['Everyday', 'माँ का खाता', 'क्‍ष', 'Père', '😀 <b>', '=1+1'])
      expect(isName(name), name).toBe(true)
  })

  test('has no marks that turn, hide or break what is drawn', () => {
    for (const mark of ['\u202e', '\u200b', '\u0000', '\ufeff', '\ud800', '\u2067'])
      expect(isName(`Every${mark}day`), mark).toBe(false)
  })

  test('stands on one line, and has single spaces', () => {
    expect(nameOf(20).parse('Long\r\nNothing  is\topen')).toBe('Long Nothing is open')
  })

  test('is neither empty nor too long', () => {
    expect(isName('  ')).toBe(false)
    expect(isName('\u2800')).toBe(false)
    expect(isName('n'.repeat(21))).toBe(false)
    expect(nameOf(20).parse(` ${'n'.repeat(20)} `)).toHaveLength(20)
  })
})

describe('Two names', () => {
  test('are the same whatever their case and however their accents are encoded', () => {
    for (const other of ['PÈRE', 'Pe\u0300re', 'Ｐère'])
      expect(isSameName('Père', other), other).toBe(true)
    expect(isSameName('Père', 'Pere')).toBe(false)
  })

  test('are the same where only what nobody sees tells them apart', () => {
    for (const other of ['Main\ufe0f', 'Ma\ufe0ein', 'Main\u2800', 'Main\u{1d173}', 'Main\u00a0'])
      expect(isSameName('Main', other), other).toBe(true)
    expect(isSameName('Main two', 'Main\u00a0two')).toBe(true)
    expect(isSameName('Main two', 'Maintwo')).toBe(false)
  })
})

describe('A strategy', () => {
  test('is what is seen of it: orders are found by that', () => {
    for (const typed of ['Manual\u200b', '\u202eManual', 'Man\u00adual', ' Manual\u0000\n'])
      expect(Strategy.parse(typed)).toBe('Manual')
    expect(Strategy.safeParse('\u200b').success).toBe(false)
  })
})

describe('The name of a copy', () => {
  test('is one that no other has, in any case', () => {
    const free = (taken: string[]) => freeName('Morning', { taken, longest: 60 })
    expect(free(['Morning'])).toBe('Morning copy')
    expect(free(['Morning', 'MORNING COPY'])).toBe('Morning copy 2')
  })

  test('is no longer than a name may be', () => {
    const name = 'n'.repeat(20)
    expect(freeName(name, { taken: [name], longest: 20 })).toBe(`${'n'.repeat(15)} copy`)
  })
})
