import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Conf from 'conf'
import { onTestFinished } from 'vitest'
import { StorageError } from '../../../../src/main/core/documents.ts'
import { type Journal, openJournal } from '../../../../src/main/journal/journal.ts'
import type { IntentEvent } from '../../../../src/shared/orders/intents.ts'
import { FakeClock } from '../core/fake-clock.ts'
import { fastestFolder } from '../../../fastest-folder.ts'

export interface KeptJournal extends Journal {
  /** From now on the disk refuses entries that this says yes to. */
  refuse(which: (kind: IntentEvent['kind']) => boolean): void
  accept(): void
}

/** A real journal on a folder of its own, whose disk can be made to refuse. */
export function keptJournal({
  dataDir = tempFolder(),
  now = () => 0,
}: { dataDir?: string; now?: () => number } = {}): KeptJournal {
  const { journal } = openJournal({
    room: 0,
    open: (conf) => new Conf(conf),
    dataDir,
    now,
    clock: new FakeClock(),
  })
  onTestFinished(() => {
    try {
      journal.close()
    } catch {
      // The test closed it.
    }
  })
  let refuses: (kind: IntentEvent['kind']) => boolean = () => false
  const kept = Object.create(journal) as KeptJournal
  for (const name of [
    'find',
    'confirmed',
    'holdersOf',
    'unsettled',
    'since',
    'end',
    'changedAfter',
    'entries',
    'close',
  ] as const)
    Object.assign(kept, { [name]: journal[name].bind(journal) })
  kept.append = (entries) => {
    if (entries.some(({ intent, event }) => intent !== null && refuses(event.kind)))
      throw new StorageError(dataDir, new Error('full'))
    return journal.append(entries)
  }
  kept.refuse = (which) => (refuses = which)
  kept.accept = () => (refuses = () => false)
  return kept
}

export function tempFolder(): string {
  const dir = mkdtempSync(join(fastestFolder, 'quarterdeck-test-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}
