import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openJournal } from '../../src/main/journal/journal.ts'
import type { JournalStatus } from '../../src/shared/journal/journal.ts'
import { openConf, temporaryFolder } from '../unit/main/accounts/places.ts'

const script = fileURLToPath(new URL('./journal-filler.ts', import.meta.url))

/** In blocks of 512 bytes: the system refuses to let any file grow beyond it. */
const longestFile = 600

test.skipIf(process.platform === 'win32')(
  'a disk without room keeps an order from being sent, and takes nothing from the journal',
  async () => {
    const dataDir = temporaryFolder()
    const limited = ['-c', `ulimit -f ${longestFile}; exec "$0" "$@"`]
    const filler = spawnSync('sh', [...limited, process.execPath, script, dataDir], {
      encoding: 'utf8',
    })
    expect(filler.stderr).toBe('')
    const { written, refusals, found } = JSON.parse(filler.stdout) as Record<string, string[]>
    expect(written!.length).toBeGreaterThan(10)
    expect(refusals).toHaveLength(3)
    for (const refusal of refusals!) expect(refusal).toMatch(/^Quarterdeck cannot write /)
    // It can still be read.
    expect(found).toEqual(written)

    const { journal, setAside } = openJournal({ open: openConf, dataDir, now: Date.now })
    expect(setAside).toBeNull()
    expect(journal.unsettled().map(({ id }) => id)).toEqual(written)
    let status: JournalStatus | undefined
    const { signal } = new AbortController()
    await journal.verify({ signal, onProgress: (progress) => (status = progress) })
    expect(status).toMatchObject({ state: 'sound', total: written!.length })
    journal.close()
  },
)
