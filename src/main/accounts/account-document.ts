import * as z from 'zod'
import { AccountId } from '../../shared/core/account-id.ts'
import { Profile, ServiceUrl } from '../../shared/accounts/accounts.ts'
import { AccountGroup, mostGroups } from '../../shared/accounts/groups.ts'
import { usualTrading } from '../../shared/orders/limits.ts'
import { type Document, type OpenConf, openDocument } from '../core/documents.ts'

const areDistinct = (some: readonly { id: string }[]): boolean =>
  new Set(some.map(({ id }) => id)).size === some.length

/**
 * All that is kept of accounts but their keys, in one document: what belongs together changes
 * with one write, whole or not at all.
 */
export const StoredAccounts = z.strictObject({
  profiles: z.array(Profile).refine(areDistinct),
  groups: z.array(AccountGroup).max(mostGroups).refine(areDistinct),
  /** Under what name an account's keys are in the vault, where that is not its id. */
  keysAt: z.record(AccountId, AccountId),
  /** Names in the vault that belong to no account, and are to be taken out of it. */
  strays: z.array(AccountId),
  /**
   * Older versions kept keys without an address. This is the one that each of them was for when
   * this version first saw it, by its name in the vault; null once all are taken over.
   */
  unaddressed: z.record(AccountId, z.string()).nullable(),
})
export type StoredAccounts = z.infer<typeof StoredAccounts>

export type AccountDocument = Document<StoredAccounts>

const practice = {
  strategy: 'Manual',
  enabled: true,
  polls: {},
  readsPerSecond: 10,
  trading: usualTrading,
} as const

/** Their ids are fixed, so that they are the same accounts before and after the first save. */
const firstAccounts = (): StoredAccounts => ({
  profiles: [
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
  ],
  groups: [],
  keysAt: {},
  strays: [],
  unaddressed: null,
})

export const openAccountDocument = (options: {
  open: OpenConf
  dataDir: string
  now?: () => Date
}): { document: AccountDocument; setAside: string | null } =>
  openDocument({
    open: options.open,
    dataDir: options.dataDir,
    name: 'profiles',
    version: 4,
    migrations: { 1: withTrading, 2: withGroups, 3: withAddresses },
    schema: StoredAccounts,
    initial: firstAccounts,
    rescue: keepGood,
    ...(options.now && { now: options.now }),
  })

/** The first version knew no orders. */
const withTrading = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((profile: unknown) =>
        typeof profile === 'object' ? { ...profile, trading: usualTrading } : profile,
      )
    : value

/** The second was a list of profiles. */
const withGroups = (profiles: unknown): unknown => ({
  profiles,
  groups: [],
  keysAt: {},
  strays: [],
})

/** The third did not say for which address keys were typed. */
const withAddresses = (value: unknown): unknown => {
  const { profiles, keysAt } = WithAddresses.parse(value)
  const unaddressed = Object.fromEntries(
    profiles.flatMap((profile) =>
      profile === null
        ? []
        : [[keysAt[profile.id] ?? profile.id, new URL(profile.service.url).origin]],
    ),
  )
  return typeof value === 'object' ? { ...value, unaddressed } : value
}

/** What it needs of that one; an account that cannot be read, or has no address, needs no keys. */
const WithAddresses = z.object({
  profiles: z
    .array(
      z
        .object({ id: AccountId, service: z.object({ url: ServiceUrl }) })
        .nullable()
        .catch(null),
    )
    .catch([]),
  keysAt: StoredAccounts.shape.keysAt.catch({}),
})

const Loose = z.object({
  profiles: z.array(z.unknown()).catch([]),
  groups: z.array(z.unknown()).catch([]),
  keysAt: StoredAccounts.shape.keysAt.catch({}),
  strays: StoredAccounts.shape.strays.catch([]),
  unaddressed: StoredAccounts.shape.unaddressed.catch(null),
})

/** One damaged profile or group loses none of the others. */
function keepGood(value: unknown): StoredAccounts | null {
  const loose = Loose.safeParse(value)
  if (!loose.success) return null
  const profiles = goodOf(Profile, loose.data.profiles)
  const groups = goodOf(AccountGroup, loose.data.groups).slice(0, mostGroups)
  return profiles.length === 0 ? null : { ...loose.data, profiles, groups }
}

function goodOf<T extends { id: string }>(schema: z.ZodType<T>, entries: readonly unknown[]): T[] {
  const good = new Map<string, T>()
  for (const entry of entries) {
    const parsed = schema.safeParse(entry)
    if (parsed.success && !good.has(parsed.data.id)) good.set(parsed.data.id, parsed.data)
  }
  return [...good.values()]
}
