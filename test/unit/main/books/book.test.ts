import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BookRows } from '../../../../src/main/books/book.ts'
import { memoryFor } from '../../../../src/main/service/answer-memory.ts'
import { atOnce } from '../../../../src/main/core/turns.ts'
import { fail } from '../../../../src/shared/core/errors.ts'
import { orderIn } from '../../../../src/shared/books/books.ts'
import { type Rows, apply } from '../../../../src/shared/core/patch.ts'
import { sampleCount } from '../../../sample-count.ts'

const answer = (text: string) => ({ status: 200, bytes: Buffer.from(text) })
const reply = (rows: unknown) => answer(JSON.stringify({ status: 'success', data: rows }))

/** The same rows in a form that can't be cut into texts, so that it is read as a whole. */
const wholeReply = (rows: unknown) =>
  answer(JSON.stringify([{ data: [rows], status: 'success' }], null, 1))

const order = fc.record(
  {
    order_id: fc.constantFrom('1', '2', '3', '4', '5', '6', '7'),
    symbol: fc.constantFrom('INFY-EQ', 'SBIN-EQ', 'a},{"b', '"data":[{', 'é}]'),
    price: fc.oneof(fc.integer(), fc.constantFrom('NA', '', '12.50', null)),
    remarks: fc.string(),
    tags: fc.array(fc.record({ a: fc.string() })),
  },
  { requiredKeys: ['order_id', 'symbol'] },
)
const orders = fc.array(
  fc.oneof({ weight: 9, arbitrary: order }, { weight: 1, arbitrary: fc.constant({}) }),
)

const shown = (rows: Rows) => Object.fromEntries(rows)

describe('a book', () => {
  it('holds the same rows, whichever way a reply is read', () => {
    fc.assert(
      fc.property(fc.array(orders, { minLength: 1, maxLength: 5 }), (versions) => {
        const cut = new BookRows('orders')
        const whole = new BookRows('orders')
        for (const rows of versions) {
          cut.take(reply(rows))
          whole.take(wholeReply(rows))
          expect(shown(cut.rows)).toEqual(shown(whole.rows))
          expect(cut.unreadable).toHaveLength(whole.unreadable.length)
        }
      }),
      { seed: 7, numRuns: sampleCount(300) },
    )
  })

  it('stays as it was where only a part of it comes, also with the bytes of before', () => {
    const rows = [{ order_id: '1', symbol: 'INFY-EQ' }]
    for (const whole of [reply(rows), wholeReply(rows)]) {
      const book = new BookRows('orders')
      book.take(whole)
      const before = shown(book.rows)
      const paged = { status: 'success', has_more: true, data: [] }
      for (const part of [
        { ...whole, status: 206 },
        answer(JSON.stringify(paged)),
        answer(JSON.stringify({ ...paged, data: rows })),
      ])
        expect(book.take(part)).toMatchObject({
          ok: false,
          error: { message: 'Only a part of the book came.' },
        })
      expect(shown(book.rows)).toEqual(before)
    }
  })

  const lent = (price: number) => {
    const { bytes } = reply(
      Array.from({ length: 5000 }, (_, at) => ({ order_id: `${at + 1}`, symbol: 'A', price })),
    )
    const memory = memoryFor(bytes.length)
    bytes.copy(memory)
    return { status: 200, bytes: memory.subarray(0, bytes.length) }
  }

  it('lets go of the bytes that it has no more use for, and of no others', () => {
    const book = new BookRows('orders')
    const [first, same, second] = [lent(1), lent(1), lent(2)]
    book.take(first)
    expect(book.take(same)).toEqual({ ok: true, value: null })
    const { length } = first.bytes
    expect(memoryFor(length).buffer).toBe(same.bytes.buffer)
    // Its own bytes, once more, are still its own.
    book.take(first)
    expect(memoryFor(length).buffer).not.toBe(first.bytes.buffer)
    book.take(second)
    expect(memoryFor(length).buffer).toBe(first.bytes.buffer)
    expect(memoryFor(length).buffer).not.toBe(second.bytes.buffer)
  })

  it('lets go of the bytes of an answer that does not count', () => {
    const book = new BookRows('orders')
    const [own, unreadable, others] = [lent(1), { ...lent(2), status: 500 }, lent(3)]
    book.take(own)
    expect(book.take(unreadable).ok).toBe(false)
    expect(memoryFor(unreadable.bytes.length).buffer).toBe(unreadable.bytes.buffer)
    const turnDown = () => fail('unreadable', 'Not its own.').error
    expect(atOnce(book.takeInSteps(others, { turnDown })).ok).toBe(false)
    expect(memoryFor(others.bytes.length).buffer).toBe(others.bytes.buffer)
    // The same, where it is what the book is made of.
    expect(atOnce(book.takeInSteps(own, { turnDown })).ok).toBe(false)
    expect(memoryFor(own.bytes.length).buffer).not.toBe(own.bytes.buffer)
  })

  it('says in patches exactly what changed', () => {
    fc.assert(
      fc.property(fc.array(orders, { minLength: 1, maxLength: 5 }), (versions) => {
        const book = new BookRows('orders')
        let window: Rows = new Map()
        for (const rows of versions) {
          const before = book.seq
          const taken = book.take(reply(rows))
          if (!taken.ok) throw new Error(taken.error.message)
          if (taken.value !== null) window = apply(window, taken.value)
          expect(book.seq).toBe(before + (taken.value === null ? 0 : 1))
          expect(shown(window)).toEqual(shown(book.rows))
        }
      }),
      { seed: 8, numRuns: sampleCount(300) },
    )
  })

  it('is as one that is read anew, where rows change in their places', () => {
    const change = fc.record({ at: fc.nat(9), order, isOther: fc.boolean() })
    fc.assert(
      fc.property(orders, fc.array(fc.array(change, { maxLength: 3 })), (first, changes) => {
        const book = new BookRows('orders')
        let window: Rows = new Map()
        let rows: Record<string, unknown>[] = first
        for (const some of [[], ...changes]) {
          rows = rows.map((row, place) => {
            const one = some.find(({ at }) => at === place)
            if (one === undefined) return row
            // Few rows become other orders.
            return one.isOther ? one.order : { ...one.order, order_id: row['order_id'] }
          })
          const taken = book.take(reply(rows))
          if (!taken.ok) throw new Error(taken.error.message)
          if (taken.value !== null) window = apply(window, taken.value)
          const anew = new BookRows('orders')
          anew.take(reply(rows))
          expect([...book.rows]).toEqual([...anew.rows])
          expect(book.unreadable).toEqual(anew.unreadable)
          expect(shown(window)).toEqual(shown(book.rows))
        }
      }),
      { seed: 9, numRuns: sampleCount(500) },
    )
  })

  it('does no work for the bytes that it has', () => {
    const book = new BookRows('orders')
    book.take(reply([{ order_id: '1', symbol: 'INFY-EQ' }]))
    const { rows } = book
    expect(book.take(reply([{ order_id: '1', symbol: 'INFY-EQ' }]))).toEqual({
      ok: true,
      value: null,
    })
    expect(book.rows).toBe(rows)
  })

  it('keeps a row as it is when its neighbours change', () => {
    const book = new BookRows('orders')
    book.take(
      reply([
        { order_id: '1', symbol: 'INFY-EQ' },
        { order_id: '2', symbol: 'SBIN-EQ' },
      ]),
    )
    const still = book.rows.get('2')
    book.take(
      reply([
        { order_id: '9', symbol: 'NEW' },
        { order_id: '1', symbol: 'INFY-EQ', price: 1 },
        { order_id: '2', symbol: 'SBIN-EQ' },
      ]),
    )
    expect(book.rows.get('2')).toBe(still)
  })

  it('stays as it was when a reply fails', () => {
    const book = new BookRows('orders')
    book.take(reply([{ order_id: '1', symbol: 'INFY-EQ' }]))
    const { rows } = book
    for (const bad of ['', '<html>', '{"status":"success","data":[{"order_id":"1"', 'NA', '[]x'])
      expect(book.take(answer(bad)), bad).toMatchObject({
        ok: false,
        error: { code: 'unreadable' },
      })
    expect(book.take(answer('{"status":"error","error_msg":"No","error_type":"E"}')).ok).toBe(false)
    expect(book.rows).toBe(rows)
  })

  it('reads a bare NA as none, in one row of many', () => {
    const book = new BookRows('positions')
    const taken = book.take(
      answer(
        '{"status":"success","data":[{"symbol":"A","netqty":1},{"symbol":"B","cfsellavgprc":NA,"netqty":2}]}',
      ),
    )
    expect(taken.ok).toBe(true)
    const values = [...book.rows.values()]
    expect(values.map(({ symbol, netqty }) => [symbol, netqty])).toEqual([
      ['A', 1],
      ['B', 2],
    ])
    expect(values[1]!.cfsellavgprc).toBeNull()
  })

  it('shows rows that it cannot read, beside those that it can', () => {
    const book = new BookRows('orders')
    book.take(
      reply([
        { order_id: '1', symbol: 'INFY-EQ', price: 'soon' },
        { order_id: '2', symbol: 'X' },
      ]),
    )
    expect([...book.rows.keys()]).toEqual(['2'])
    expect(book.unreadable).toHaveLength(1)
    expect(book.unreadable[0]).toContain('soon')
  })

  it('finds an order however its id is spelled, and loses none of two rows of one', () => {
    const book = new BookRows('orders')
    const ids = ['0017', ' 17 ', '170', 'A17', '0A17', 'a17']
    book.take(reply(ids.map((order_id) => ({ order_id, symbol: 'A' }))))
    for (const id of ['17', '00017', '17\t'])
      expect(orderIn(book.rows, id)).toMatchObject({ order_id: '0017' })
    for (const id of ['170', 'A17', '0A17', 'a17'])
      expect(orderIn(book.rows, id)).toMatchObject({ order_id: id })
    // In any case where it is one order alone; neither where the book tells two apart by it.
    expect(orderIn(book.rows, '0a17')).toMatchObject({ order_id: '0A17' })
    book.take(reply(['Ab1', 'aB1'].map((order_id) => ({ order_id, symbol: 'A' }))))
    expect(orderIn(book.rows, 'AB1')).toBeUndefined()
    expect(orderIn(book.rows, ' aB1')).toMatchObject({ order_id: 'aB1' })
    book.take(reply(ids.map((order_id) => ({ order_id, symbol: 'A' }))))
    expect([...book.rows.values()].map((row) => row['order_id'])).toEqual(ids)
  })

  it('loses neither of two rows that look alike', () => {
    const book = new BookRows('trades')
    const trade = {
      exchange: 'NSE',
      order_id: '1',
      exchtime: 't',
      price: 1,
      quantity: 5,
      symbol: 'A',
    }
    book.take(reply([trade, trade]))
    expect(book.rows.size).toBe(2)
  })

  it('of any size is read in steps, whichever blanks stand between its rows', () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => ({
      order_id: `${at + 1}`,
      symbol: 'INFY-EQ',
      remarks: 'as it was given by the strategy, with some words behind it to fill the row up',
    }))
    const compact = JSON.stringify({ status: 'success', data: rows })
    const spaced = compact
      .replaceAll('":', '": ')
      .replaceAll('},{', '}, {')
      .replaceAll('","', '", "')
    for (const text of [compact, spaced]) {
      const book = new BookRows('orders')
      const steps = book.takeInSteps(answer(text))
      let pauses = 0
      for (let step = steps.next(); !step.done; step = steps.next()) {
        expect(book.rows.size).toBe(0)
        pauses++
      }
      // A thousand at most are read before each, and one or two more are for the whole.
      expect(pauses).toBeGreaterThanOrEqual(20)
      expect(shown(book.rows)).toMatchObject({ '1': rows[0], '20000': rows[19_999] })
      expect(book.take(answer(text.replace('INFY-EQ', 'TCS-EQ')))).toMatchObject({ ok: true })
      expect(book.rows.get('1')).toMatchObject({ symbol: 'TCS-EQ' })
      expect(book.rows.size).toBe(20_000)
    }
  })

  it('of any size is compared and taken in in steps, and shown as it was until the last', () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => ({
      order_id: `${at + 1}`,
      symbol: 'INFY-EQ',
      status: at === 9999 ? 'open' : 'complete',
    }))
    const text = JSON.stringify({ status: 'success', data: rows })
    const book = new BookRows('orders')
    book.take(answer(text))
    const before = book.rows
    const steps = book.takeInSteps(answer(text.replace('"open"', '"complete"')))
    let pauses = 0
    for (let step = steps.next(); !step.done; step = steps.next()) {
      expect([book.rows, book.seq]).toEqual([before, 1])
      pauses++
    }
    expect(pauses).toBeGreaterThanOrEqual(5)
    expect(book.seq).toBe(2)
    expect(book.rows.get('10000')).toMatchObject({ status: 'complete' })
  })

  it('of which next to nothing can be read is none', () => {
    const strange = (count: number) => Array.from({ length: count }, (_, at) => ({ at }))
    for (const form of [reply, wholeReply]) {
      const book = new BookRows('orders')
      expect(book.take(form([{ order_id: '1', symbol: 'A' }, ...strange(1000)])).ok).toBe(true)
      expect(book.unreadable).toHaveLength(1000)
      const refused = book.take(form(strange(1001)))
      expect(refused).toMatchObject({ ok: false, error: { code: 'unreadable' } })
      expect(book.rows.size).toBe(1)
    }
  })

  it.each(['"x"', '"ws_msg"', '"price"'])(
    'survives a row whose %s nests without end, and keeps its neighbours',
    (field) => {
      const deep = '[{"a":'.repeat(20_000) + '1' + '}]'.repeat(20_000)
      const rows = (ltp: number) =>
        `[{"order_id":"1","symbol":"A",${field}:{"a":${deep}}},{"order_id":"2","symbol":"B","ltp":${ltp}}]`
      for (const [opening, closing] of [
        ['{"status":"success","data":', '}'],
        ['[ {"status":"success","data": ', '} ]'],
      ]) {
        const book = new BookRows('orders')
        for (const ltp of [1, 2])
          expect(book.take(answer(opening + rows(ltp) + closing)).ok).toBe(true)
        expect(JSON.stringify([...book.rows.keys()])).toBe('["2"]')
        expect(book.unreadable).toEqual(['a row that nests too deeply to be shown'])
      }
    },
  )
})
