import * as z from 'zod'
import { type Bounds, numberWithin } from '../core/bounds.ts'
import { BookName } from '../books/books.ts'
import { AccountId } from '../core/account-id.ts'
import type { Failure } from '../core/errors.ts'
import { Strategy, isSameName, nameOf } from '../core/names.ts'
import type { LockWay } from '../lock/lock.ts'
import { Trading } from '../orders/limits.ts'

const isAllowedUrl = (text: string): boolean => {
  // What a parser leaves out or turns round would be shown otherwise than it is called.
  if (/[\s\\]/.test(text) || !URL.canParse(text)) return false
  const url = new URL(text)
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

/** Plain http is allowed to this machine only: credentials travel in every body. */
const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)

export const ServiceUrl = z
  .string()
  .trim()
  .max(300)
  .refine(isAllowedUrl, 'must be an https address, such as https://api.example.com')

/** Where an account trades: a service at an address, or the practice broker that the desk starts. */
const Service = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('url'), url: ServiceUrl }),
  z.strictObject({
    kind: z.literal('practice'),
    client: z.enum(['practice-1', 'practice-2']),
  }),
])

/** Milliseconds between two polls of a book, and reads a second. */
export const pollingBounds = {
  every: { least: 250, most: 3_600_000, isWhole: true },
  readsPerSecond: { least: 0.2, most: 50, isWhole: false },
} as const satisfies Record<string, Bounds>

export const accountColours = [
  'violet',
  'blue',
  'teal',
  'green',
  'amber',
  'orange',
  'pink',
  'slate',
] as const

export const longestAccountName = 60

const mostTags = 8

const hasOneOfEach = (words: readonly unknown[]): boolean =>
  words.every((word, at) => {
    const others = words.slice(0, at)
    return !others.some((other) => isSameName(String(other), String(word)))
  })

/** Words by which accounts are found together. */
const Tags = z
  .array(nameOf(24))
  .max(mostTags, `must be ${mostTags} at most`)
  .refine(hasOneOfEach, 'must name each once')

/** An account as it is kept on disk: no secrets. */
export const Profile = z.strictObject({
  id: AccountId,
  name: nameOf(longestAccountName),
  broker: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9_-]{1,20}$/, 'must be a broker code, such as ZE'),
  service: Service,
  strategy: Strategy,
  colour: z.enum(accountColours),
  tags: Tags.optional(),
  enabled: z.boolean(),
  /** Off for one Indian day alone: that day. Absent where it is on, or off until a person turns it on. */
  offOn: z.iso.date().optional(),
  /** Milliseconds between two polls of a book that is looked at, where it is not the usual. */
  polls: z.partialRecord(BookName, numberWithin(pollingBounds.every)),
  /** The most reads a second that polling may make. */
  readsPerSecond: numberWithin(pollingBounds.readsPerSecond),
  trading: Trading,
})
export type Profile = z.infer<typeof Profile>

/** Why an account is somebody else's now: a person gave it other keys, or the service names another client. */
export type ReassignedBy = 'person' | 'other-client'

/** Equal where two profiles trade at the same broker over the same service; kept on disk as it is. */
export const brokerAndServiceOf = ({
  broker,
  service,
}: Pick<Profile, 'broker' | 'service'>): string => JSON.stringify([broker, service])

export const Keys = z.strictObject({
  apiKey: z.string().trim().min(1, 'must not be empty').max(500),
  apiSecret: z.string().trim().min(1, 'must not be empty').max(500),
})
export type Keys = z.infer<typeof Keys>

/** The brokers of a practice broker; no real one goes by such a code. */
export const practiceBrokers = ['PX', 'PY'] as const

/** Addresses by their text: whatever adds money up asks of each account, again and again. */
const onThisMachine = new Map<string, boolean>()
/** More than a person has; a form asks for what is typed, too. */
const mostAddresses = 200

function isOnThisMachine(address: string): boolean {
  let isIt = onThisMachine.get(address)
  if (isIt === undefined) {
    isIt = isLoopback(new URL(address).hostname)
    if (onThisMachine.size >= mostAddresses) onThisMachine.clear()
    onThisMachine.set(address, isIt)
  }
  return isIt
}

/**
 * The practice broker that the desk starts, or one that was started by hand. An address on this
 * machine alone says nothing: a proxy may stand there, and a real service behind it.
 */
export const isPractice = ({ service, broker }: Pick<Profile, 'service' | 'broker'>): boolean =>
  service.kind === 'practice' ||
  (practiceBrokers.some((code) => code === broker) && isOnThisMachine(service.url))

/**
 * What of these is added up: practice money and real money are never in one sum. Where there are
 * practice accounts alone, they are what there is.
 */
export const apartFromPractice = <One extends Pick<Profile, 'service' | 'broker'>>(
  accounts: readonly One[],
): readonly One[] => {
  const real = accounts.filter((account) => !isPractice(account))
  return real.length === 0 ? accounts : real
}

/** What 'all accounts' means: no practice as soon as there is a real account, be it switched off. */
export const everyAccount = <One extends Pick<Profile, 'service' | 'broker' | 'enabled'>>(
  accounts: readonly One[],
): readonly One[] => apartFromPractice(accounts).filter(({ enabled }) => enabled)

/** Practice accounts that are switched on beside real ones, and that 'all accounts' leaves out. */
export const practiceApart = <One extends Pick<Profile, 'service' | 'broker' | 'enabled'>>(
  accounts: readonly One[],
): readonly One[] =>
  accounts.every(isPractice)
    ? []
    : accounts.filter((account) => account.enabled && isPractice(account))

/** Whether there is money of practice alone, so that none has to be kept apart. */
export const areAllPractice = (accounts: readonly Pick<Profile, 'service' | 'broker'>[]): boolean =>
  accounts.length > 0 && accounts.every(isPractice)

/** How the choice of what is shown names all practice accounts, once they are apart. */
export const practiceChoice = 'practice'

/** An account as a window may see it. */
export interface Account extends Profile {
  /** The same for accounts that the service takes for one: the id of the first of them. */
  login: string
  hasKeys: boolean
  health: {
    /** Milliseconds that the last answer took, and the 99th percentile of the latest hundred. */
    last: number | null
    p99: number | null
    /** Whether many of its latest answers were slow: by one or two no account is. */
    isSlow: boolean
    /** What is wrong with the account as a whole, while it is. */
    trouble: Failure | null
  }
}

/** Why an account surely has no keys at hand: it was given none, or nobody can get at them now. */
export type Keyless = 'none' | 'locked' | 'no-place'

/** The books of one login stand in each of its accounts: what is added up takes one of them. */
export const oneOfEachLogin = <One extends Pick<Account, 'login'>>(
  accounts: readonly One[],
): One[] =>
  accounts.filter(({ login }, at) => accounts.findIndex((one) => one.login === login) === at)

/** The other accounts of its login. */
export const othersOfLogin = <One extends Pick<Account, 'id' | 'login'>>(
  { id, login }: Pick<Account, 'id' | 'login'>,
  accounts: readonly One[],
): One[] => accounts.filter((one) => one.login === login && one.id !== id)

export const VaultKind = z.enum(['keychain', 'file', 'session'])
export type VaultKind = z.infer<typeof VaultKind>

/** Where keys are kept, as a window may see it. */
export interface VaultStatus {
  kind: VaultKind | null
  state: 'not-chosen' | 'open' | 'locked' | 'failed'
  /** Why the keychain cannot be used here, when it cannot. */
  keychain: Failure | null
  trouble: Failure | null
  /** Whether a passphrase file from an earlier session exists. */
  hasFile: boolean
}

/**
 * Whether a change of where keys are kept wants proof of who asks: it takes keys along, and may
 * change what opens the screen. A file that is locked stays as it is, with all that it has: who
 * forgot its passphrase can go on without it.
 */
export function changeWantsProof(
  to: VaultKind,
  { vault, way }: { vault: VaultStatus; way: LockWay | null },
): boolean {
  const makesFile = to === 'file' && !vault.hasFile
  if (to === vault.kind && !makesFile) return false
  return way === 'vault' ? vault.state === 'open' : way !== null
}
