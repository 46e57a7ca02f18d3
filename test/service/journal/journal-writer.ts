import { systemCode } from '../../../src/main/core/disk.ts'
import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import Conf from 'conf'
import type { Clock } from '../../../src/main/core/clock.ts'
import { openJournal } from '../../../src/main/journal/journal.ts'
import { accepted, recorded, sent } from '../../unit/main/journal/orders.ts'

// Run by journal-kill.test.ts, which ends it without warning. It says what is done only after the
// append has returned: a line for each, with the orders it was about.

flushCompileCache()

const dataDir = process.argv[2]
if (dataDir === undefined) throw new Error('Say which folder.')

/** The idle moments in which the journal tidies its log come in the midst of the work. */
const tasks: (() => void)[] = []
const clock: Clock = {
  now: () => 0,
  after: (_delay, task) => {
    tasks.push(task)
    return () => void tasks.splice(tasks.indexOf(task), 1)
  },
}
const { journal, setAside } = openJournal({
  open: (conf) => new Conf(conf),
  dataDir,
  now: Date.now,
  clock,
})
if (setAside !== null) throw new Error(`The journal was set aside as ${setAside}.`)

const pause = new Int32Array(new SharedArrayBuffer(4))

/** A pipe that is full, since its reader has other work, takes the line a moment later. */
const say = (kind: string, ids: readonly string[]): void => {
  for (;;)
    try {
      writeSync(1, `${kind} ${ids.join(' ')}\n`)
      return
    } catch (cause) {
      if (systemCode(cause) !== 'EAGAIN') throw cause
      Atomics.wait(pause, 0, 0, 5)
    }
}

say('begun', [])
for (let round = 0; ; round += 1) {
  const confirmation = crypto.randomUUID()
  const ids = Array.from({ length: 1 + (round % 3) }, () => crypto.randomUUID())
  journal.append(ids.map((intent) => ({ intent, event: recorded({ confirmation }) })))
  say('recorded', ids)
  journal.append(ids.map((intent) => ({ intent, event: sent() })))
  say('sent', ids)
  journal.append(ids.map((intent) => ({ intent, event: accepted(`order of ${intent}`) })))
  say('accepted', ids)
  if (round % 7 === 0) tasks.shift()?.()
}
