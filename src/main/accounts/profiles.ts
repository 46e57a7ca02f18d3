import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { Profile } from '../../shared/accounts.ts'
import { type Reply, fail, ok } from '../../shared/errors.ts'
import { usualTrading } from '../../shared/orders/limits.ts'
import { type Document, type OpenConf, openDocument, tryWrite } from './store.ts'

export interface Profiles {
  list(): Profile[]
  find(id: string): Profile | undefined
  /** Without an id, a new one. */
  save(profile: Omit<Profile, 'id'> & { id?: string | undefined }): Reply<Profile>
  duplicate(id: string): Reply<Profile>
  remove(id: string): Reply<null>
}

interface ProfilesOptions {
  open: OpenConf
  dataDir: string
  newId?: () => string
  now?: () => Date
}

const longestName = 60

const isUniqueById = (profiles: Profile[]): boolean =>
  new Set(profiles.map(({ id }) => id)).size === profiles.length

const ProfileList = z.array(Profile).refine(isUniqueById)

const practice = {
  strategy: 'Manual',
  enabled: true,
  polls: {},
  readsPerSecond: 10,
  trading: usualTrading,
} as const

/** Their ids are fixed, so that they are the same accounts before and after the first save. */
const firstProfiles = (): Profile[] => [
  {
    ...practice,
    id: 'practice-one',
    name: 'Practice one',
    broker: 'PX',
    service: { kind: 'practice', client: 'practice-1' },
    colour: 'violet',
  },
  {
    ...practice,
    id: 'practice-two',
    name: 'Practice two',
    broker: 'PY',
    service: { kind: 'practice', client: 'practice-2' },
    colour: 'teal',
  },
]

export function openProfiles(options: ProfilesOptions): {
  profiles: Profiles
  setAside: string | null
} {
  const { document, setAside } = openDocument({
    open: options.open,
    dataDir: options.dataDir,
    name: 'profiles',
    version: 2,
    migrations: { 1: withTrading },
    schema: ProfileList,
    initial: firstProfiles,
    rescue: keepGood,
    ...(options.now && { now: options.now }),
  })
  return { profiles: profilesIn(document, options.newId ?? randomUUID), setAside }
}

function profilesIn(document: Document<Profile[]>, newId: () => string): Profiles {
  const list = (): Profile[] => document.read()
  const find = (id: string): Profile | undefined => list().find((profile) => profile.id === id)
  const write = <T>(next: Profile[], value: T): Reply<T> => {
    const written = tryWrite(document, next)
    return written.ok ? ok(value) : written
  }
  const save: Profiles['save'] = (given) => {
    const parsed = Profile.safeParse({ ...given, id: given.id ?? newId() })
    if (!parsed.success) {
      const { path, message } = parsed.error.issues[0]!
      return fail('invalid', message, { field: path.map(String).join('.') })
    }
    const profile = parsed.data
    if (given.id !== undefined && find(profile.id) === undefined) return unknownProfile
    const isTaken = list().some(
      (other) => other.id !== profile.id && isSameName(other.name, profile.name),
    )
    if (isTaken) return fail('invalid', 'Another account has this name already.', { field: 'name' })
    const next =
      given.id === undefined
        ? [...list(), profile]
        : list().map((other) => (other.id === profile.id ? profile : other))
    return write(next, profile)
  }
  return {
    list,
    find,
    save,
    duplicate: (id) => {
      const original = find(id)
      if (original === undefined) return unknownProfile
      const taken = list().map(({ name }) => name)
      return save({ ...original, id: undefined, name: freeName(original.name, taken) })
    },
    remove: (id) => {
      if (find(id) === undefined) return unknownProfile
      const next = list().filter((profile) => profile.id !== id)
      return write(next, null)
    },
  }
}

const unknownProfile = fail('not-found', 'There is no such account.', { field: 'account' })

/** Names are read by people: letter case and the way an accent is encoded make no difference. */
const isSameName = (one: string, other: string): boolean => folded(one) === folded(other)

const folded = (name: string): string => name.normalize('NFKC').toLocaleLowerCase('en')

function freeName(name: string, taken: string[]): string {
  for (let count = 1; ; count += 1) {
    const suffix = count === 1 ? ' copy' : ` copy ${count}`
    const candidate = name.slice(0, longestName - suffix.length).trimEnd() + suffix
    if (!taken.some((other) => isSameName(other, candidate))) return candidate
  }
}

/** The first version knew no orders. */
const withTrading = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((profile: unknown) =>
        typeof profile === 'object' ? { ...profile, trading: usualTrading } : profile,
      )
    : value

/** One damaged profile loses none of the others. */
function keepGood(value: unknown): Profile[] | null {
  if (!Array.isArray(value)) return null
  const good = new Map<string, Profile>()
  for (const entry of value) {
    const parsed = Profile.safeParse(entry)
    if (parsed.success && !good.has(parsed.data.id)) good.set(parsed.data.id, parsed.data)
  }
  return good.size > 0 ? [...good.values()] : null
}
