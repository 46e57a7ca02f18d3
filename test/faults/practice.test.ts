import { describe, expect, test } from 'vitest'
import { type FaultName, faultNames } from '../../src/practice/faults/faults.ts'
import type { ErrorCode } from '../../src/shared/core/errors.ts'
import { operationNames, operations } from '../../src/shared/service/operations.ts'
import { allInTime } from './in-time.ts'
import { callOf, codeOf, trading } from './trading.ts'

type Code = ErrorCode | 'ok'
interface Ending {
  read: Code
  order: Code
  /** What it is for some operations, where the form that is spoilt means something else. */
  but?: Partial<Record<(typeof operationNames)[number], Code>>
}

const late: Ending = { read: 'too-late', order: 'in-doubt' }
const lost: Ending = { read: 'no-answer', order: 'in-doubt' }
const garbled: Ending = { read: 'unreadable', order: 'in-doubt' }
const fine: Ending = { read: 'ok', order: 'ok' }
const alike = (code: Code): Ending => ({ read: code, order: code })

/** This for every read of a list. */
const manyReads = (code: Code): Required<Ending>['but'] =>
  Object.fromEntries(
    operationNames
      .filter((name) => operations[name].kind === 'read' && operations[name].holds === 'many')
      .map((name) => [name, code]),
  )

/** This for every read that is asked for a list: the position in one symbol is a record. */
const listReads = (code: Code): Required<Ending>['but'] => ({
  ...manyReads(code),
  AllPositions: 'ok',
})

/** One row a fault of the practice broker: the compiler names a missing one. */
const endings: Record<FaultName, Ending> = {
  slow: fine,
  drip: late,
  'slow-headers': late,
  hang: late,
  'hang-before': late,
  'reset-before': lost,
  'reset-after': lost,
  'close-before': lost,
  'close-after': lost,
  '5xx-before': lost,
  '5xx-after': lost,
  'gateway-after': lost,
  'error-5xx': lost,
  cut: lost,
  'cut-json': garbled,
  html: garbled,
  empty: garbled,
  'not-http': lost,
  'bad-content-length': lost,
  'gzip-bomb': garbled,
  'bad-gzip': garbled,
  'deep-json': garbled,
  'list-for-record': fine,
  'record-for-list': fine,
  nested: {
    // A number of an order is one however deep it stands; what closes something has none.
    ...{ read: 'unreadable', order: 'ok' },
    // Where lists nest is not documented of holdings, and so not presumed of any other book.
    but: { ...manyReads('ok'), CancelAllOrder: 'in-doubt', SquareOffAllPosition: 'in-doubt' },
  },
  'string-data': garbled,
  'bare-na': fine,
  'numeric-text': fine,
  'null-fields': fine,
  'wrong-case': fine,
  'unknown-fields': fine,
  'unknown-status': { ...fine, but: { SquareOffAllPosition: 'said-no' } },
  'text-for-id': { read: 'ok', order: 'in-doubt', but: { SquareOffAllPosition: 'ok' } },
  'code-for-id': { read: 'ok', order: 'in-doubt', but: { SquareOffAllPosition: 'ok' } },
  'long-ids': fine,
  'odd-ids': fine,
  'cased-ids': fine,
  paged: { ...fine, but: manyReads('unreadable') },
  'paged-within': { ...fine, but: listReads('unreadable') },
  'error-beside': { ...fine, but: listReads('no-answer') },
  'na-for-list': { ...fine, but: listReads('unreadable') },
  'http-202': { read: 'unreadable', order: 'ok' },
  'http-206': { read: 'unreadable', order: 'ok' },
  'rows-left-out': fine,
  'legs-left-out': fine,
  'contradictory-rows': fine,
  'net-and-day': fine,
  'other-client': fine,
  'other-states': fine,
  'short-fills': fine,
  'hostile-text': fine,
  'duplicate-rows': fine,
  'empty-lists': fine,
  'logged-out': { read: 'bad-keys', order: 'bad-keys', but: manyReads('ok') },
  'huge-book': fine,
  'error-element': alike('refused'),
  'unknown-no-before': { read: 'refused', order: 'said-no' },
  'unknown-no-after': { read: 'refused', order: 'said-no' },
  'error-with-id': {
    read: 'refused',
    order: 'ok',
    but: { CancelAllOrder: 'said-no', SquareOffAllPosition: 'said-no' },
  },
  'error-with-id-within': fine,
  'exits-failed': {
    ...fine,
    but: { CancelAllOrder: 'said-no', SquareOffAllPosition: 'said-no' },
  },
  'results-twice': fine,
  'ids-in-turn': fine,
  'gate-among-results': fine,
  'one-no-for-all': {
    read: 'refused',
    order: 'refused',
  },
  'rate-limit': alike('rate-limited'),
  'keys-refused-401': alike('bad-keys'),
  'keys-refused-403': alike('bad-keys'),
  'ip-refused': alike('address-refused'),
  'redirect-301': garbled,
  'redirect-302': garbled,
  'redirect-303': garbled,
  'redirect-307': garbled,
  'redirect-308': garbled,
}
describe.each(faultNames)('the practice broker with the fault %s', (fault) => {
  test('ends all seventeen operations as its ledger would have it', async () => {
    const setting = await trading({ maxBytes: 256 * 1024 })
    const { practice } = setting
    const before = practice.ledger.entries.length
    const pace = fault === 'slow' ? { delay: 50 } : {}
    practice.faults.set({ name: fault, rows: 100, ...pace })

    const deadline = endings[fault] === late ? 500 : 30_000
    const ended = await allInTime(deadline, operationNames, async (name) => ({
      code: codeOf(await callOf(setting, name, deadline)),
    }))
    const { read, order, but = {} } = endings[fault]
    expect(ended).toEqual(
      operationNames.map((name) => ({
        name,
        code: but[name] ?? (operations[name].kind === 'read' ? read : order),
      })),
    )

    const acted = practice.ledger.entries.slice(before).map(({ operation }) => operation)
    for (const { name, code } of ended) {
      if (operations[name].kind === 'read') continue
      const times = acted.filter((operation) => operation === name).length
      expect(times, name).toBeLessThanOrEqual(1)
      if (code === 'ok') expect(times, name).toBe(1)
      else if (code !== 'in-doubt' && code !== 'said-no') expect(times, name).toBe(0)
    }
  })
})
