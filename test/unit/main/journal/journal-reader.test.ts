import { expect, it } from 'vitest'
import { StorageError } from '../../../../src/main/core/documents.ts'
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

it('rows and exports say that the disk refuses where what left cannot be brought into the tables', () => {
  const refuse = (): never => {
    throw new StorageError('journal.db', new Error('full'))
  }
  const reader = new JournalReader({
    journal: { rows: refuse, export: refuse },
  } as unknown as ConstructorParameters<typeof JournalReader>[0])
  const refused = { ok: false, error: { code: 'storage-failed' } }
  expect(reader.rows({ filter: {}, limit: 9 })).toMatchObject(refused)
  expect(reader.export({ filter: {}, format: 'csv', from: 0 })).toMatchObject(refused)
})
