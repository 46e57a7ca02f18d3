import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type OpenConf, StorageError } from '../../../../src/main/core/documents.ts'
import type { Journal, NewEntry } from '../../../../src/main/journal/journal.ts'
import { Stop } from '../../../../src/main/exits/stop.ts'
import type { StopState } from '../../../../src/shared/exits/exits.ts'
import { openConf, temporaryFolder } from '../accounts/places.ts'

/** What the stop needs of a journal, kept in memory so that it outlives one stop and can refuse. */
class StopJournal implements Pick<Journal, 'append' | 'stopState'> {
  readonly kinds: string[] = []
  isFull = false
  isUnreadable = false

  append(entries: readonly NewEntry[]) {
    if (this.isFull) throw new StorageError('journal', new Error('full'))
    this.kinds.push(...entries.map(({ event }) => event.kind))
    return []
  }

  stopState() {
    if (this.isUnreadable) throw new Error('cannot be read')
    return { on: this.kinds.at(-1) === 'stopped', at: this.kinds.length === 0 ? null : 5 }
  }
}

function newStop(
  more: {
    dataDir?: string
    journal?: StopJournal
    open?: OpenConf
    onEngage?: () => void
    now?: () => number
    isOnInJournal?: boolean
    /** When the cancels have left. */
    left?: Promise<void>
  } = {},
) {
  const { dataDir = temporaryFolder(), journal = new StopJournal(), open = openConf } = more
  const happened: string[] = []
  const told: StopState[] = []
  const stop: Stop = new Stop({
    open,
    dataDir,
    journal,
    now: more.now ?? (() => 9),
    onEngage: () => {
      happened.push(`engage, on: ${stop.isOn}, written: ${journal.kinds.length}`)
      more.onEngage?.()
      return { isOnInJournal: more.isOnInJournal ?? false, left: more.left ?? Promise.resolve() }
    },
    onChange: (state) => told.push(state),
  })
  return { stop, dataDir, journal, happened, told }
}

/** A disk that takes no document. */
const full: OpenConf = (options) => {
  const conf = openConf(options)
  return {
    path: conf.path,
    get store() {
      return conf.store
    },
    set store(_: Record<string, unknown>) {
      throw new Error('full')
    },
  }
}

describe('the stop', () => {
  it('is off until it is pulled', () => {
    expect(newStop().stop.read()).toEqual({ on: false, at: null })
  })

  it('is on in the tick in which it is pulled, before anything is written', async () => {
    const { stop, happened, told } = newStop()
    const engaged = stop.engage()
    expect(stop.isOn).toBe(true)
    expect(happened).toEqual(['engage, on: true, written: 0'])
    expect(told).toEqual([{ on: true, at: 9 }])
    expect(await engaged).toEqual({ ok: true, value: { on: true, at: 9 } })
  })

  it('answers when it is on disk, and is on after a restart', async () => {
    const { stop, dataDir, journal } = newStop()
    await stop.engage()
    expect(journal.kinds).toEqual(['stopped'])
    expect(newStop({ dataDir, journal }).stop.read()).toEqual({ on: true, at: 9 })
  })

  it('pulled twice does all of it twice', async () => {
    const { stop, happened } = newStop()
    await Promise.all([stop.engage(), stop.engage()])
    expect(happened).toHaveLength(2)
    expect(stop.isOn).toBe(true)
  })

  it('is on since it was pulled first, until it is lifted', async () => {
    let time = 0
    const { stop, told } = newStop({ now: () => ++time })
    await stop.engage()
    await stop.engage()
    stop.lift()
    await stop.engage()
    expect(told.map(({ on, at }) => [on, at])).toEqual([
      [true, 1],
      [true, 1],
      [false, 2],
      [true, 3],
    ])
  })

  it('is lifted on disk first, and stays off after a restart', async () => {
    const { stop, dataDir, journal, told } = newStop()
    await stop.engage()
    expect(stop.lift()).toEqual({ ok: true, value: { on: false, at: 9 } })
    expect(journal.kinds).toEqual(['stopped', 'lifted'])
    expect(told.at(-1)).toEqual({ on: false, at: 9 })
    expect(newStop({ dataDir, journal }).stop.isOn).toBe(false)
  })

  it('lifted in the very turn in which it was pulled is not written as on afterwards', async () => {
    const { stop, dataDir, journal } = newStop()
    const engaged = stop.engage()
    stop.lift()
    await engaged
    expect(stop.isOn).toBe(false)
    expect(newStop({ dataDir, journal }).stop.isOn).toBe(false)
  })

  it('writes the second record once the cancels have left, where the journal says so already', async () => {
    const cancels = Promise.withResolvers<void>()
    const { stop, dataDir, journal } = newStop({ isOnInJournal: true, left: cancels.promise })
    const engaged = stop.engage()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(newStop({ dataDir, journal }).stop.isOn).toBe(false)
    cancels.resolve()
    await engaged
    expect(newStop({ dataDir, journal }).stop.isOn).toBe(true)
  })

  it('writes both records at once where the journal does not say so', async () => {
    const { stop, dataDir, journal } = newStop({ left: new Promise(() => undefined) })
    await stop.engage()
    expect(journal.kinds).toEqual(['stopped'])
    expect(newStop({ dataDir }).stop.isOn).toBe(true)
  })

  it('holds, and is written, where what it sets off fails', async () => {
    const fails = (): never => {
      throw new Error('a mistake')
    }
    const { stop, journal, dataDir } = newStop({ onEngage: fails })
    await expect(stop.engage()).rejects.toThrow('a mistake')
    expect(stop.isOn).toBe(true)
    await new Promise((resolve) => setImmediate(resolve))
    expect(newStop({ dataDir, journal }).stop.isOn).toBe(true)
  })
})

describe('a stop whose disk refuses', () => {
  it('is on all the same, and after a restart too where one of its two records was written', async () => {
    const journal = new StopJournal()
    journal.isFull = true
    const noted = newStop({ journal })
    expect(await noted.stop.engage()).toMatchObject({ ok: true, value: { on: true } })
    expect(newStop({ dataDir: noted.dataDir, journal }).stop.isOn).toBe(true)

    const kept = newStop({ open: full })
    expect(await kept.stop.engage()).toMatchObject({ ok: true, value: { on: true } })
    expect(newStop({ dataDir: kept.dataDir, journal: kept.journal }).stop.isOn).toBe(true)
  })

  it('says where neither was', async () => {
    const journal = new StopJournal()
    journal.isFull = true
    const { stop } = newStop({ journal, open: full })
    expect(await stop.engage()).toMatchObject({ ok: false, error: { code: 'storage-failed' } })
    expect(stop.isOn).toBe(true)
  })

  it.each(['journal', 'document'] as const)(
    'is not lifted, now or by a restart, where the %s cannot be written',
    async (which) => {
      const { stop, dataDir, journal } = newStop()
      await stop.engage()
      const open = which === 'document' ? full : openConf
      const again = newStop({ dataDir, journal, open })
      journal.isFull = which === 'journal'
      expect(again.stop.lift()).toMatchObject({ ok: false, error: { code: 'storage-failed' } })
      expect(again.stop.isOn).toBe(true)
      expect(again.told).toEqual([])
      journal.isFull = false
      expect(newStop({ dataDir, journal }).stop.isOn).toBe(true)
      expect(newStop({ dataDir, journal }).stop.lift()).toMatchObject({ ok: true })
      expect(newStop({ dataDir, journal }).stop.isOn).toBe(false)
    },
  )
})

describe('a lift that fails', () => {
  /** A disk whose documents and journal refuse from a write on, and take some before. */
  function refusing() {
    const journal = new StopJournal()
    const disk = { takes: Infinity }
    const take = (): void => {
      disk.takes -= 1
      if (disk.takes < 0) throw new StorageError('disk', new Error('full'))
    }
    const append = journal.append.bind(journal)
    journal.append = (entries) => {
      take()
      return append(entries)
    }
    const open: OpenConf = (options) => {
      const conf = openConf(options)
      return {
        path: conf.path,
        get store() {
          return conf.store
        },
        set store(value: Record<string, unknown>) {
          take()
          conf.store = value
        },
      }
    }
    return { journal, disk, open }
  }

  // Which of its records the pulled stop has: the first, the second, or both.
  it.each([0, 1, 2, 3])(
    'leaves the stop on for the next start, wherever the disk refuses (after %i writes)',
    async (writes) => {
      for (const which of ['journal', 'document', 'both'] as const) {
        const { journal, disk, open } = refusing()
        const documents: OpenConf = which === 'journal' ? full : open
        const { stop, dataDir } = newStop({ journal, open: documents })
        journal.isFull = which === 'document'
        await stop.engage()
        journal.isFull = false
        const again = newStop({ dataDir, journal, open })
        disk.takes = writes
        const lifted = again.stop.lift()
        disk.takes = Infinity
        expect(again.stop.isOn).toBe(!lifted.ok)
        expect([which, newStop({ dataDir, journal, open }).stop.isOn]).toEqual([which, !lifted.ok])
      }
    },
  )

  it('leaves it on for the next start where only one of the two records ever takes anything', async () => {
    const noted = newStop({ open: full })
    await noted.stop.engage()
    expect(noted.stop.lift()).toMatchObject({ ok: false })
    expect(newStop({ dataDir: noted.dataDir, journal: noted.journal }).stop.isOn).toBe(true)

    const journal = new StopJournal()
    journal.isFull = true
    const kept = newStop({ journal })
    await kept.stop.engage()
    expect(kept.stop.lift()).toMatchObject({ ok: false })
    expect(newStop({ dataDir: kept.dataDir, journal }).stop.isOn).toBe(true)
  })

  it('says where a restart would not find it on, since nothing can be written', async () => {
    const journal = new StopJournal()
    journal.isFull = true
    const { stop } = newStop({ journal, open: full })
    await stop.engage()
    const lifted = stop.lift()
    expect(stop.isOn).toBe(true)
    expect(!lifted.ok && lifted.error.message).toMatch(/stays on, but would not outlive a restart/)
  })
})

describe('a stop of which a record is lost', () => {
  it('is on where its document is damaged, which is set aside by name', async () => {
    const { stop, dataDir, journal } = newStop()
    await stop.engage()
    stop.lift()
    writeFileSync(join(dataDir, 'stop.json'), '{"half": ')
    const after = newStop({ dataDir, journal })
    expect(after.stop.read()).toEqual({ on: true, at: null })
    expect(after.stop.setAside).toMatch(/^stop\.damaged-/)
    expect(after.stop.lift()).toMatchObject({ ok: true })
    expect(newStop({ dataDir, journal }).stop.isOn).toBe(false)
  })

  it('is on where the journal cannot be read', () => {
    const journal = new StopJournal()
    journal.isUnreadable = true
    expect(newStop({ journal }).stop.isOn).toBe(true)
  })

  it('is on where only the journal knows of it, and where only the document does', async () => {
    const { stop, dataDir, journal } = newStop()
    await stop.engage()
    expect(newStop({ journal }).stop.isOn).toBe(true)
    expect(newStop({ dataDir }).stop.isOn).toBe(true)
  })
})
