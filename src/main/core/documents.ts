import { chmodSync, copyFileSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { type Failure, type Reply, ok } from '../../shared/core/errors.ts'
import { jsonOf } from '../../shared/core/json.ts'
import { makeFolders, nameAside, ownFile, systemCode } from './disk.ts'
import { readOnce } from './read-once.ts'

/** The few members used of conf, and of electron-store, which extends it. */
interface ConfLike {
  get store(): Record<string, unknown>
  set store(value: Record<string, unknown>)
  readonly path: string
}

/** Given by the host: electron-store needs Electron, which the desk never imports. */
export type OpenConf = (options: {
  cwd: string
  configName: string
  configFileMode: number
}) => ConfLike

export interface Document<T> {
  read(): T
  /** Throws a StorageError when the disk refuses; the value read is then still the old one. */
  write(value: T): void
}

interface DocumentOptions<T> {
  open: OpenConf
  dataDir: string
  name: string
  version: number
  schema: z.ZodType<T>
  initial: () => T
  /** From the version that is its key to the next. */
  migrations?: Record<number, (value: unknown) => unknown>
  /** What can be saved of a value that the schema refuses; null where nothing can. */
  rescue?: (value: unknown) => T | null
  now?: () => Date
}

/** The disk refused; carries what a window may be told. */
export class StorageError extends Error {
  readonly failure: Failure

  constructor(path: string, cause: unknown) {
    const message = `Quarterdeck cannot write ${path}. Check that the folder exists, is yours and has room, or start with --data and another folder.`
    super(message, { cause })
    this.name = 'StorageError'
    this.failure = { code: 'storage-failed', message, detail: systemCode(cause) }
  }
}

const Envelope = z.strictObject({ version: z.int().min(1), value: z.unknown() })

type Loaded<T> =
  | { kind: 'absent' }
  | { kind: 'sound'; value: T; former: unknown }
  | { kind: 'rescued'; value: T; former: unknown }
  | { kind: 'damaged' }

/**
 * Opens a versioned document on disk. A damaged one is set aside under the name returned, never
 * overwritten: it may be all that is left of a person's work.
 */
export function openDocument<T>(options: DocumentOptions<T>): {
  document: Document<T>
  setAside: string | null
  /** What stood on the disk in the shape of an earlier version; undefined where nothing did. */
  former: unknown
} {
  const { open, dataDir, name, version, initial, now = () => new Date() } = options
  const path = join(dataDir, `${name}.json`)
  const next = `${name}.next`
  const aside = nameAside(path, now())

  // Looked at before conf sees it: conf takes some damaged files (a list, a bare word) for empty ones.
  const loaded = load(path, options)
  const conf = asStorageError(path, () => {
    makeFolders(dataDir)
    // Conf gives a mode to what it writes; until then a document has the one that it was left with.
    if (loaded.kind !== 'absent') chmodSync(path, ownFile)
    if (loaded.kind === 'damaged') renameSync(path, join(dataDir, aside))
    if (loaded.kind === 'rescued') copyFileSync(path, join(dataDir, aside))
    // What a kill left of the next one is no settings file that conf could read.
    rmSync(join(dataDir, `${next}.json`), { force: true })
    return open({ cwd: dataDir, configName: next, configFileMode: ownFile })
  })
  let current = 'value' in loaded ? loaded.value : initial()
  const write = (value: T): void => {
    asStorageError(path, () => {
      conf.store = { version, value }
      takePlaceOf(path, conf.path)
    })
    current = value
  }
  if (loaded.kind === 'rescued') write(loaded.value)
  const isAside = loaded.kind === 'damaged' || loaded.kind === 'rescued'
  const former = 'former' in loaded ? loaded.former : undefined
  return { document: { read: () => current, write }, setAside: isAside ? aside : null, former }
}

const mostTries = 20
const triesEvery = 10
/** What Windows says of a file that a virus scanner or a backup has open for a moment. */
const heldCodes: ReadonlySet<unknown> = new Set(['EPERM', 'EACCES', 'EBUSY'])

/** Does it as soon as nobody else holds the file, which only Windows minds; after a fifth of a second it fails. */
export function onceFree(act: () => void, platform: string = process.platform): void {
  const clock = new Int32Array(new SharedArrayBuffer(4))
  const isHeld = (cause: unknown): boolean =>
    platform === 'win32' && heldCodes.has((cause as { code?: unknown }).code)
  for (let tries = 1; ; tries += 1)
    try {
      return act()
    } catch (cause) {
      if (tries === mostTries || !isHeld(cause)) throw cause
      Atomics.wait(clock, 0, 0, triesEvery)
    }
}

/** A full disk takes a part of what conf writes, and conf does not notice: what is cut short is not taken. */
function takePlaceOf(path: string, next: string): void {
  const isWhole = jsonOf(readFileSync(next, 'utf8')) !== undefined
  if (isWhole) return onceFree(() => renameSync(next, path))
  rmSync(next, { force: true })
  throw Object.assign(new Error('The disk took a part of it.'), { code: 'ENOSPC' })
}

/** Writes, and answers as data what would be thrown. */
export function tryWrite<T>(document: Document<T>, value: T): Reply<null> {
  try {
    document.write(value)
    return ok(null)
  } catch (cause) {
    return storageFailure(cause)
  }
}

/** A disk that refuses is answered; anything else is a mistake of ours. */
export function storageFailure(cause: unknown): Reply<never> {
  if (cause instanceof StorageError) return { ok: false, error: cause.failure }
  throw cause
}

function load<T>(path: string, options: DocumentOptions<T>): Loaded<T> {
  const text = readIfThere(path)
  if (text === null) return { kind: 'absent' }
  const envelope = Envelope.safeParse(jsonOf(text), readOnce)
  if (!envelope.success || envelope.data.version > options.version) return { kind: 'damaged' }
  let { version, value } = envelope.data
  const former = version < options.version ? value : undefined
  try {
    for (; version < options.version; version += 1) {
      const migrate = options.migrations?.[version]
      if (migrate === undefined) return { kind: 'damaged' }
      value = migrate(value)
    }
  } catch {
    return { kind: 'damaged' }
  }
  const parsed = options.schema.safeParse(value, readOnce)
  if (parsed.success) return { kind: 'sound', value: parsed.data, former }
  const rescued = options.rescue?.(value) ?? null
  return rescued === null ? { kind: 'damaged' } : { kind: 'rescued', value: rescued, former }
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT') return null
    throw new StorageError(path, cause)
  }
}

function asStorageError<T>(path: string, act: () => T): T {
  try {
    return act()
  } catch (cause) {
    throw new StorageError(path, cause)
  }
}
