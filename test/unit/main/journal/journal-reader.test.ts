import { expect, it } from 'vitest'
import { JournalReader } from '../../../../src/main/journal/journal-reader.ts'
import { ok } from '../../../../src/shared/core/errors.ts'
import type { HistoryRecord } from '../../../../src/shared/service/records.ts'

const record = (order_id: string) => ({ order_id, status: 'complete' }) as HistoryRecord

it('a timeline has the records of its order, and those that name another apart', async () => {
  const told = ['777', ' 0777', '778', '999'].map(record)
  const reader = new JournalReader({
    client: { call: async () => ok({ records: told, unreadable: [{ status: 'open' }] }) },
    login: async () => ok({}),
    holderOf: () => undefined,
  } as unknown as ConstructorParameters<typeof JournalReader>[0])
  expect(await reader.timeline('a', '777')).toEqual(
    ok({
      ...{ intent: null, entries: [], history: ok(told.slice(0, 2)) },
      ...{ others: told.slice(2), unreadable: 1 },
    }),
  )
  // Who asks for a history tells by itself which of it is meant.
  expect(await reader.history('a', '777')).toEqual(ok(told))
})
