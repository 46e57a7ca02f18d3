import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { describe, expect, test } from 'vitest'
import {
  type OpenConf,
  StorageError,
  onceFree,
  openDocument,
  tryWrite,
} from '../../../../src/main/core/documents.ts'
import { openConf, temporaryFolder } from '../accounts/places.ts'

const Note = z.strictObject({ text: z.string() })
const now = () => new Date('2026-02-03T04:05:06.789Z')
const aside = 'note.damaged-2026-02-03T04-05-06-789Z.json'

const openNote = (
  dataDir: string,
  more: Partial<Parameters<typeof openDocument<z.infer<typeof Note>>>[0]> = {},
) =>
  openDocument({
    open: openConf,
    dataDir,
    name: 'note',
    version: 2,
    schema: Note,
    initial: () => ({ text: 'first' }),
    now,
    ...more,
  })

const cuttingConf: OpenConf = (options) => {
  const conf = openConf(options)
  return {
    path: conf.path,
    get store() {
      return conf.store
    },
    set store(value) {
      conf.store = value
      truncateSync(conf.path, statSync(conf.path).size - 3)
    },
  }
}

const put = (dataDir: string, text: string) => writeFileSync(join(dataDir, 'note.json'), text)
const versioned = (version: number, value: unknown) => JSON.stringify({ version, value })

describe('a document', () => {
  test('begins with what it is given, and writes nothing until asked', () => {
    const dataDir = join(temporaryFolder(), 'not', 'there', 'yet')
    const { document, setAside } = openNote(dataDir)
    expect(document.read()).toEqual({ text: 'first' })
    expect(setAside).toBeNull()
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('is found again as it was written, with its version', () => {
    const dataDir = temporaryFolder()
    openNote(dataDir).document.write({ text: 'kept' })
    expect(openNote(dataDir).document.read()).toEqual({ text: 'kept' })
    expect(JSON.parse(readFileSync(join(dataDir, 'note.json'), 'utf8'))).toEqual({
      version: 2,
      value: { text: 'kept' },
    })
  })

  test('that a full disk takes a part of is refused, and stays as it was', () => {
    const dataDir = temporaryFolder()
    openNote(dataDir).document.write({ text: 'kept' })
    // The library takes a write that was cut short for a whole one.
    const { document } = openNote(dataDir, { open: cuttingConf })
    expect(() => document.write({ text: 'longer than what is there' })).toThrow(StorageError)
    expect(document.read()).toEqual({ text: 'kept' })
    expect(openNote(dataDir)).toMatchObject({ setAside: null })
    expect(openNote(dataDir).document.read()).toEqual({ text: 'kept' })
    expect(readdirSync(dataDir)).toEqual(['note.json'])
  })

  test('whose writer was killed before it was whole is not in the way of the next one', () => {
    const dataDir = temporaryFolder()
    openNote(dataDir).document.write({ text: 'kept' })
    writeFileSync(join(dataDir, 'note.next.json'), '{ half a')
    const { document } = openNote(dataDir)
    expect(document.read()).toEqual({ text: 'kept' })
    document.write({ text: 'anew' })
    expect(openNote(dataDir).document.read()).toEqual({ text: 'anew' })
    expect(readdirSync(dataDir)).toEqual(['note.json'])
  })

  test('is for its owner alone to read, also where it was written before for others too', () => {
    const dataDir = temporaryFolder()
    const modes = () =>
      readdirSync(dataDir).map((name) => statSync(join(dataDir, name)).mode & 0o777)
    openNote(dataDir).document.write({ text: 'kept' })
    expect(modes()).toEqual([0o600])
    chmodSync(join(dataDir, 'note.json'), 0o644)
    openNote(dataDir)
    expect(modes()).toEqual([0o600])
    put(dataDir, '{ half a')
    chmodSync(join(dataDir, 'note.json'), 0o644)
    openNote(dataDir).document.write({ text: 'anew' })
    expect(modes()).toEqual([0o600, 0o600])
  })

  test('of an earlier version is carried over step by step', () => {
    const dataDir = temporaryFolder()
    put(dataDir, versioned(1, 'old'))
    const { document, setAside } = openNote(dataDir, {
      version: 3,
      migrations: {
        1: (text) => ({ words: text }),
        2: (old) => ({ text: Note2.parse(old).words }),
      },
    })
    expect(document.read()).toEqual({ text: 'old' })
    expect(setAside).toBeNull()
  })
})

const Note2 = z.object({ words: z.string() })

describe('a damaged document is set aside whole and named, never overwritten:', () => {
  test.each([
    ['nothing at all', ''],
    ['cut short', '{"version":2,"value":{"te'],
    ['not JSON', 'text: hello'],
    ['binary', '\u0000\u0001\ufffd'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a bare object', '{}'],
    ['without its version', '{"value":{"text":"x"}}'],
    ['of a newer version', versioned(3, { text: 'from the future' })],
    ['of a version that nobody can carry over', versioned(1, 'old')],
    ['of the wrong shape', versioned(2, { text: 5 })],
    ['with a field that nobody knows', versioned(2, { text: 'x', more: 1 })],
  ])('%s', (_what, text) => {
    const dataDir = temporaryFolder()
    put(dataDir, text)
    const { document, setAside } = openNote(dataDir)
    expect(setAside).toBe(aside)
    expect(document.read()).toEqual({ text: 'first' })
    document.write({ text: 'new' })
    expect(readFileSync(join(dataDir, aside), 'utf8')).toBe(text)
    expect(openNote(dataDir)).toMatchObject({ setAside: null })
    expect(openNote(dataDir).document.read()).toEqual({ text: 'new' })
  })

  test('where a step between versions fails', () => {
    const dataDir = temporaryFolder()
    put(dataDir, versioned(1, 'old'))
    const migrations = {
      1: () => {
        throw new Error('cannot')
      },
    }
    expect(openNote(dataDir, { migrations }).setAside).toBe(aside)
  })

  test('and what can be rescued of it goes on, the original kept beside', () => {
    const dataDir = temporaryFolder()
    const text = versioned(2, { text: 5 })
    put(dataDir, text)
    const { document, setAside } = openNote(dataDir, { rescue: () => ({ text: 'five' }) })
    expect(document.read()).toEqual({ text: 'five' })
    expect(readFileSync(join(dataDir, setAside!), 'utf8')).toBe(text)
    expect(openNote(dataDir)).toMatchObject({ setAside: null })
  })
})

describe('a disk that refuses', () => {
  test('is told with the path and a way out, and the value read stays the old one', () => {
    const folder = temporaryFolder()
    const dataDir = join(folder, 'data')
    const { document } = openNote(dataDir)
    document.write({ text: 'old' })
    const path = join(dataDir, 'note.json')
    const blocked = openNote(dataDir, {
      open: (options) => {
        const conf = openConf(options)
        return {
          path: conf.path,
          get store() {
            return conf.store
          },
          set store(_value) {
            throw Object.assign(new Error('read-only'), { code: 'EROFS' })
          },
        }
      },
    }).document
    const written = tryWrite(blocked, { text: 'new' })
    expect(written).toMatchObject({ ok: false, error: { code: 'storage-failed', detail: 'EROFS' } })
    expect(!written.ok && written.error.message).toContain(path)
    expect(!written.ok && written.error.message).toContain('--data')
    expect(() => blocked.write({ text: 'new' })).toThrow(StorageError)
    expect(blocked.read()).toEqual({ text: 'old' })
  })

  test('is told at the start when the folder cannot be made', () => {
    const file = join(temporaryFolder(), 'a-file')
    writeFileSync(file, '')
    expect(() => openNote(join(file, 'data'))).toThrow(StorageError)
  })

  test('is told when what lies there cannot be read, and it stays there', () => {
    const dataDir = temporaryFolder()
    mkdirSync(join(dataDir, 'note.json'))
    expect(() => openNote(dataDir)).toThrow(/note\.json.*--data/s)
    expect(existsSync(join(dataDir, 'note.json'))).toBe(true)
  })
})

describe('a file that somebody else has open', () => {
  const held = (times: number, code = 'EPERM') => {
    let left = times
    return () => {
      if (left === 0) return
      left -= 1
      throw Object.assign(new Error(code), { code })
    }
  }

  test('is replaced on Windows once it is free', () => {
    expect(() => onceFree(held(3), 'win32')).not.toThrow()
    expect(() => onceFree(held(Infinity, 'EBUSY'), 'win32')).toThrow('EBUSY')
  })

  test('is not waited for where that means something else', () => {
    expect(() => onceFree(held(1), 'linux')).toThrow('EPERM')
    expect(() => onceFree(held(1, 'ENOSPC'), 'win32')).toThrow('ENOSPC')
  })
})
