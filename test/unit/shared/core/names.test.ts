import { describe, expect, test } from 'vitest'
import { nameOf } from '../../../../src/shared/core/names.ts'

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

  test('is neither empty nor too long', () => {
    expect(isName('  ')).toBe(false)
    expect(isName('n'.repeat(21))).toBe(false)
    expect(nameOf(20).parse(` ${'n'.repeat(20)} `)).toHaveLength(20)
  })
})
