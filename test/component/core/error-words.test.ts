import { describe, expect, it } from 'vitest'
import { themeFor } from '../../../src/renderer/settings/appearance.ts'
import { errorWords, meansOf, titleBefore } from '../../../src/renderer/core/error-words.ts'
import { errorCodes } from '../../../src/shared/core/errors.ts'

describe('words', () => {
  it.each(errorCodes)('say of %s what happened, what it means and what to do', (code) => {
    const { title, means, todo } = errorWords[code]
    for (const sentence of [means, todo]) expect(sentence).toMatch(/^[A-Z].*\.$/)
    expect(title).toMatch(/^[A-Z].*[^.]$/)
    expect(`${title}${means}${todo}`).not.toContain('!')
    expect(title.toLowerCase()).not.toBe(code)
  })

  it.each(['refused', 'address-refused', 'too-late', 'no-answer', 'unreadable'] as const)(
    'say once why a book is not read, and then only what is on the screen: %s',
    (code) => {
      expect(meansOf(code, { isShown: true })).toBe('What is shown is from before.')
      expect(meansOf(code, { isShown: false })).toBe('Nothing was read yet.')
    },
  )

  it('are not said again before a message that begins with them', () => {
    expect(titleBefore('refused', 'The service refused the request.')).toBeNull()
    expect(titleBefore('refused', 'Margin is short.')).toBe('The service refused')
    for (const [code, message] of [
      ['not-sent', 'The service could not be reached: nothing was sent.'],
      ['too-late', 'No complete answer came in time.'],
      ['unreadable', 'The answer of the service could not be read.'],
      ['no-keys', 'This account has no keys yet.'],
      ['bad-keys', 'The service refused the keys of this account.'],
      ['address-refused', 'This machine’s address is not registered with the broker.'],
    ] as const)
      expect(titleBefore(code, message)).toBeNull()
    expect(titleBefore('not-sent', 'No connection stood in time: nothing was sent.')).not.toBeNull()
  })
})

describe('the theme', () => {
  it('follows the system only where asked to', () => {
    expect(themeFor('light', { dark: true, contrast: true })).toBe('light')
    expect(themeFor('system', { dark: true, contrast: false })).toBe('dark')
    expect(themeFor('system', { dark: false, contrast: false })).toBe('light')
    expect(themeFor('system', { dark: true, contrast: true })).toBe('contrast')
  })
})
