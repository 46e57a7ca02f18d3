import { describe, expect, it } from 'vitest'
import { joinHead, replaceIntents } from '../../../../src/renderer/journal/journal-rows.ts'
import type { JournalRow } from '../../../../src/shared/journal/journal.ts'
import { intent, uuid } from '../intents.ts'

const row = (seq: number): JournalRow => ({
  seq,
  at: seq,
  intent: intent({ id: uuid(seq) }),
  event: null,
})
const seqs = (rows: readonly JournalRow[]) => rows.map(({ seq }) => seq)

describe('the newest lines', () => {
  it('are put above the older ones that are held', () => {
    const joined = joinHead([row(4), row(3), row(2), row(1)], {
      rows: [row(5), row(4), row(3)],
      hasMore: true,
    })
    expect(seqs(joined.rows)).toEqual([5, 4, 3, 2, 1])
    expect(joined.isAnew).toBe(false)
  })

  it('stand alone where lines are missing between the two', () => {
    const joined = joinHead([row(2), row(1)], { rows: [row(9), row(8)], hasMore: true })
    expect(seqs(joined.rows)).toEqual([9, 8])
    expect(joined.isAnew).toBe(true)
  })

  it('are all there is where nothing is older', () => {
    expect(seqs(joinHead([row(3), row(2)], { rows: [row(4)], hasMore: false }).rows)).toEqual([4])
  })
})

describe('a change of an order', () => {
  it('is shown in its line, and leaves the others the same objects', () => {
    const [one, two] = [row(2), row(1)]
    const changed = replaceIntents([one, two], [intent({ id: uuid(1), state: 'accepted' })])
    expect(changed[0]).toBe(one)
    expect(changed[1]).toMatchObject({ seq: 1, intent: { state: 'accepted' } })
    const rows = [one, two]
    expect(replaceIntents(rows, [intent({ id: uuid(77) })])).toBe(rows)
  })
})
