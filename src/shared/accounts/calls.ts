import * as z from 'zod'
import { type CallRows, type EventRows, nothing, typed } from '../core/contract-rows.ts'
import { Proof, Secret } from '../lock/lock.ts'
import type { FundsRecord, ProfileRecord } from '../service/records.ts'
import {
  type AccountFile,
  type ExportedAccounts,
  type ImportedAccounts,
  ImportChoices,
  longestAccountFile,
} from './account-file.ts'
import { AccountId } from '../core/account-id.ts'
import { type Account, Keys, Profile, VaultKind, type VaultStatus } from './accounts.ts'
import { AccountGroup } from './groups.ts'
import type { AccountHealth, FailedRequest } from './health.ts'

/** What the service says of an account that is tried out. */
export interface AccountTest {
  profile: ProfileRecord
  funds: FundsRecord
  /** Milliseconds that the first answer took. */
  took: number
}

/** Accounts that are added by one file; it is small enough to be looked through. */
export const mostAddedAtOnce = 200

const passphrase = z.string().min(1).max(1000)
const file = z.base64().min(1).max(longestAccountFile)

export const accountCalls = {
  saveAccount: {
    input: z.strictObject({
      /** Without an id, a new account. */
      profile: Profile.omit({ id: true }).extend({ id: AccountId.optional() }),
      /** Typed anew, or absent to keep those in the vault. */
      keys: Keys.optional(),
      /** Agreed to after being told what is open at one that is switched off by it. */
      despite: z.boolean().optional(),
    }),
    output: typed<Account>(),
    whileLocked: 'refused, late answer told',
  },
  /** All of them or none, keys of any among them. */
  addAccounts: {
    input: z.strictObject({
      accounts: z
        .array(z.strictObject({ profile: Profile.omit({ id: true }), keys: Keys.optional() }))
        .min(1)
        .max(mostAddedAtOnce),
    }),
    output: typed<null>(),
    whileLocked: 'refused, late answer told',
  },
  testAccount: {
    input: z.union([
      z.strictObject({ account: AccountId }),
      /** Before it is saved: keys as they are typed, which go no further than the service. */
      z.strictObject({
        profile: Profile.pick({ broker: true, service: true }),
        keys: Keys.optional(),
      }),
    ]),
    output: typed<AccountTest>(),
    whileLocked: 'refused, late answer withheld',
  },
  /** On, or off: then it is not read, and nothing is sent there. */
  switchAccount: {
    input: z.strictObject({
      account: AccountId,
      on: z.boolean(),
      /** Off until the Indian day is over. */
      forToday: z.boolean().optional(),
      /** Agreed to after being told what is open there. */
      despite: z.boolean().optional(),
    }),
    output: typed<null>(),
    whileLocked: 'refused, late answer told',
  },
  duplicateAccount: {
    input: z.strictObject({ account: AccountId }),
    output: typed<Account>(),
    whileLocked: 'refused, late answer told',
  },
  deleteAccount: {
    input: z.strictObject({
      account: AccountId,
      /** Agreed to after being told what is open there. */
      despite: z.boolean().optional(),
    }),
    output: typed<null>(),
    whileLocked: 'refused, late answer told',
  },
  orderAccounts: {
    input: z.strictObject({ accounts: z.array(AccountId).max(1000) }),
    output: typed<null>(),
    whileLocked: 'refused, late answer told',
  },

  /** What only the desk knows of how each account is; asked for while somebody looks at it. */
  readHealth: {
    input: nothing,
    output: typed<AccountHealth[]>(),
    whileLocked: 'refused, late answer withheld',
  },
  /** The latest first, and without keys. */
  readFailedRequests: {
    input: z.strictObject({ account: AccountId }),
    output: typed<FailedRequest[]>(),
    whileLocked: 'refused, late answer withheld',
  },

  /** Without an id, a new group. */
  saveGroup: {
    input: AccountGroup.extend({ id: z.uuid().optional() }),
    output: typed<AccountGroup>(),
    whileLocked: 'refused, late answer told',
  },
  deleteGroup: {
    input: z.strictObject({ id: z.uuid() }),
    output: typed<null>(),
    whileLocked: 'refused, late answer told',
  },

  /** One file under a passphrase; with keys only where that is asked for, and proven. */
  exportAccounts: {
    input: z.strictObject({
      passphrase,
      accounts: z.array(AccountId).min(1).max(1000),
      withKeys: z.boolean(),
      proof: Proof,
    }),
    output: typed<ExportedAccounts>(),
    whileLocked: 'refused, late answer withheld',
  },
  /** What a file would bring. Nothing is changed. */
  readAccountFile: {
    input: z.strictObject({ file, passphrase }),
    output: typed<AccountFile>(),
    whileLocked: 'refused, late answer withheld',
  },
  importAccounts: {
    input: z.strictObject({ file, passphrase, accounts: ImportChoices, groups: ImportChoices }),
    output: typed<ImportedAccounts>(),
    whileLocked: 'refused, late answer told',
  },

  chooseVault: {
    input: z.strictObject({ kind: VaultKind, passphrase: passphrase.optional(), proof: Proof }),
    output: typed<VaultStatus>(),
    whileLocked: 'refused, late answer told',
  },
  unlockVault: {
    input: z.strictObject({ passphrase: passphrase.optional() }),
    output: typed<VaultStatus>(),
    whileLocked: 'refused, late answer told',
  },
  changePassphrase: {
    input: z.strictObject({ from: Secret, to: Secret }),
    output: typed<VaultStatus>(),
    whileLocked: 'refused, late answer told',
  },
} satisfies CallRows

export const accountEvents = {
  accounts: { carries: typed<Account[]>(), whileLocked: 'dropped' },
  groups: { carries: typed<AccountGroup[]>(), whileLocked: 'dropped' },
  vault: { carries: typed<VaultStatus>(), whileLocked: 'dropped' },
} satisfies EventRows
