import Conf from 'conf'
import { StorageError } from '../../src/main/core/documents.ts'
import { openJournal } from '../../src/main/journal/journal.ts'
import { recorded } from '../unit/main/journal/orders.ts'

// Run by journal-full-disk.test.ts with a limit to what a file may hold.

const dataDir = process.argv[2]
if (dataDir === undefined) throw new Error('Say which folder.')
/** The idle moment comes at once, and needs room as well. */
const clock = {
  now: () => 0,
  after: (_delay: number, task: () => void) => {
    task()
    return () => undefined
  },
}
const { journal } = openJournal({ open: (conf) => new Conf(conf), dataDir, now: Date.now, clock })
const written: string[] = []
const refusals: string[] = []
while (refusals.length < 3) {
  const intent = crypto.randomUUID()
  try {
    journal.append([{ intent, event: recorded() }])
    written.push(intent)
  } catch (cause) {
    if (!(cause instanceof StorageError)) throw cause
    refusals.push(cause.failure.message)
  }
}
const found = journal.unsettled().map(({ id }) => id)
process.stdout.write(JSON.stringify({ written, refusals, found }))
process.exit(0)
