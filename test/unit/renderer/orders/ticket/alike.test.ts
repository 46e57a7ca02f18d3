import { describe, expect, it } from 'vitest'
import { alikeKey, alikeText } from '../../../../../src/renderer/orders/ticket/alike.ts'

const far = (percent: string, last: string) =>
  `820.00 is ${percent} % above the last price of ${last}, more than 10 %.`

describe('sentences about several accounts', () => {
  it('are alike where they differ in figures alone, and are one then, with the range of each', () => {
    const each = [far('374.3', '172.89'), far('368.3', '175.12'), far('370.9', '1,74,012.00')]
    expect(new Set(each.map(alikeKey)).size).toBe(1)
    expect(alikeText(each)).toBe(
      '820.00 is 368.3 to 374.3 % above the last price of 172.89 to 1,74,012.00, more than 10 %.',
    )
    expect(alikeText([far('1', '2'), far('1', '2')])).toBe(far('1', '2'))
  })

  it('are not alike where a symbol, a time, a side of zero or a word differs', () => {
    const pairs = [
      ['NIFTY24NOV26F is not traded.', 'NIFTY31DEC26F is not traded.'],
      ['It closes at 15:30.', 'It closes at 17:00.'],
      ['It would be −5 then.', 'It would be +5 then.'],
      ['NSE is closed.', 'BSE is closed.'],
    ] as const
    for (const [one, other] of pairs) expect(alikeKey(one)).not.toBe(alikeKey(other))
  })
})
