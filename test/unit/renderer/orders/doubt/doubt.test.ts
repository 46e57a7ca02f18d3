import { describe, expect, it } from 'vitest'
import { sharingCandidates, whatIsKnown } from '../../../../../src/renderer/orders/doubt/doubt.ts'
import {
  type Intent,
  WhyUnproven,
  looksBeforeAsking,
} from '../../../../../src/shared/orders/intents.ts'
import { intent } from '../../intents.ts'

const doubtful = (candidates: string[]): Intent => ({
  ...intent({ state: 'in-doubt' }),
  isDoubtedAgain: true,
  look: { reads: 7, candidates, wasShown: true },
})

describe('orders in doubt that can be the same order', () => {
  it('say that one of them must be wrong', () => {
    const [one, other] = [doubtful(['9']), doubtful(['0009'])]
    expect(sharingCandidates(one, [one, other])).toBe(2)
    expect(whatIsKnown(one, 2)).toContain(
      'shows one new order that 2 orders of yours can be: at least one of these is not at the broker.',
    )
  })

  it('say nothing of it where the book shows one for each, or the others are settled', () => {
    const [one, other] = [doubtful(['9', '10']), doubtful(['9', '10'])]
    expect(sharingCandidates(one, [one, other])).toBe(0)
    const settled = { ...doubtful(['9']), state: 'refused' as const }
    const alone = doubtful(['9'])
    expect(sharingCandidates(alone, [alone, settled, doubtful(['12'])])).toBe(0)
    // It may be in other words: how likely it is nobody knows.
    expect(whatIsKnown(alone)).toContain('an order that may be it, perhaps in other words')
    expect(whatIsKnown({ ...alone, isDoubtedAgain: undefined })).toContain('It is likely this one')
  })
})

it('one that was entered too late to be surely it is not called likely', () => {
  const one = { ...doubtful(['9']), isDoubtedAgain: undefined }
  const late = 'entered about 8 s after its answer was lost'
  const words = whatIsKnown({ ...one, look: { ...one.look!, late } })
  expect(words).toContain(`one new order like it, ${late}. It may be this one, unless`)
  expect(whatIsKnown(one)).toContain('one new order like it. It is likely this one, unless')
})

it('an order whose position grew after a no says so, and of no order that may be it', () => {
  const words = whatIsKnown({ ...doubtful([]), grownBy: 10 })
  expect(words).toContain(
    'The service refused it, and the position has grown by 10 units on its side',
  )
  expect(words).not.toContain('See below')
})

describe('a no in unknown words that stays in doubt', () => {
  it('says why, for each reason that there is', () => {
    const said = { code: 'said-no', message: 'Server error' } as const
    const [part] = intent({ state: 'in-doubt' }).parts
    const denied = (unproven?: WhyUnproven): Intent => ({
      ...intent({ state: 'in-doubt', parts: [{ ...part!, ...said }] }),
      look: { reads: 9, candidates: [], unproven },
    })
    expect(whatIsKnown(denied())).toContain('it counts as refused by itself')
    const words = WhyUnproven.options.map((why) => whatIsKnown(denied(why)))
    for (const text of words)
      expect(text).toContain('That does not prove that the refusal was final: ')
    expect(new Set(words).size).toBe(WhyUnproven.options.length)
    expect(words).toContainEqual(expect.stringContaining('rows of it cannot be read'))
  })

  it('calls a lost order likely not arrived only where nothing speaks for it', () => {
    const [part] = intent({ state: 'in-doubt' }).parts
    const lost = (unproven?: WhyUnproven): string =>
      whatIsKnown({
        ...intent({
          state: 'in-doubt',
          parts: [{ ...part!, state: 'in-doubt', code: 'no-answer' }],
        }),
        look: { reads: looksBeforeAsking, candidates: [], unproven },
      })
    expect(lost()).toContain('Likely it did not arrive')
    for (const why of WhyUnproven.options) {
      expect(lost(why)).toContain('That does not prove that it did not arrive: ')
      expect(lost(why)).not.toContain('Likely')
    }
  })
})
