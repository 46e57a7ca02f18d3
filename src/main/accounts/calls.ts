import type { accountCalls } from '../../shared/accounts/calls.ts'
import type { HandlersOf } from '../../shared/core/contract-rows.ts'
import { changeWantsProof } from '../../shared/accounts/accounts.ts'
import type { AccountReads, OrdersUsed } from '../../shared/accounts/health.ts'
import { type Reply, fail, ok } from '../../shared/core/errors.ts'
import type { LockStatus } from '../../shared/lock/lock.ts'
import { type OpenItem, openWords } from '../../shared/quitting/open-items.ts'
import { notProven } from '../core/not-proven.ts'
import type { Groups } from './groups.ts'
import type { Roster } from './roster.ts'
import type { Transfer } from './transfer.ts'
import type { Vault } from './vault/vault.ts'

export interface AccountParts {
  roster: Roster
  groups: Groups
  transfer: Transfer
  vault: Vault
  lock: {
    status(): Pick<LockStatus, 'way'>
    prove(proof: string | undefined): Promise<Reply<null>>
    tryPassphrase<T>(open: () => Promise<Reply<T>>): Promise<Reply<T>>
  }
  /** How accounts are read and order. */
  poller: { reads(account: string): AccountReads | undefined }
  trading: {
    ordersUsed(account: string): Pick<OrdersUsed, 'lastSecond' | 'waiting' | 'lastMinute'>
  }
  /** What is open at one account. */
  openAt(account: string): OpenItem[]
}

/** What is open at an account that is to be off, unless that was agreed to. */
function whyNotOff(
  account: string,
  { despite, openAt }: Pick<AccountParts, 'openAt'> & { despite: boolean | undefined },
): Reply<never> | null {
  const open = despite === true ? null : openWords(openAt(account))
  return open === null
    ? null
    : fail(
        'invalid',
        `${open} at this account. Nothing here watches or settles them while it is off.`,
        { field: 'despite' },
      )
}

export const accountAnswers = ({ roster, groups, transfer, vault, lock, ...desk }: AccountParts) =>
  ({
    saveAccount: ({ despite, ...input }) => {
      const { id, enabled } = input.profile
      const isTurnedOff = id !== undefined && !enabled && roster.find(id)?.enabled === true
      const no = isTurnedOff ? whyNotOff(id, { despite, openAt: desk.openAt }) : null
      return no ?? roster.save(input)
    },
    addAccounts: ({ accounts }) => roster.add(accounts),
    testAccount: (of) => roster.test(of),
    switchAccount: ({ account, on, forToday, despite }) => {
      const no = on ? null : whyNotOff(account, { despite, openAt: desk.openAt })
      return no ?? roster.switch(account, on ? 'on' : forToday === true ? 'off today' : 'off')
    },
    duplicateAccount: ({ account }) => roster.duplicate(account),
    deleteAccount: ({ account, despite }) => {
      const open = despite === true ? null : openWords(desk.openAt(account))
      return open === null
        ? roster.remove(account)
        : fail(
            'invalid',
            `${open} at this account. Nothing here watches or settles them by itself once it is deleted.`,
            { field: 'despite' },
          )
    },
    orderAccounts: ({ accounts }) => roster.arrange(accounts),

    readHealth: () =>
      ok(
        roster.list().map(({ id, trading: { perSecond, limits } }) => ({
          account: id,
          answers: roster.answersOf(id),
          reads: desk.poller.reads(id) ?? null,
          orders: { perSecond, perMinute: limits.perMinute, ...desk.trading.ordersUsed(id) },
          failed: roster.failedCount(id),
        })),
      ),
    readFailedRequests: ({ account }) => roster.failedRequests(account),

    saveGroup: (group) => groups.save(group),
    deleteGroup: ({ id }) => groups.remove(id),

    exportAccounts: (input) => transfer.export(input),
    readAccountFile: (input) => transfer.look(input),
    importAccounts: (input) => transfer.import(input),

    chooseVault: async ({ kind, passphrase, proof }) => {
      const wantsProof = (): boolean =>
        changeWantsProof(kind, { vault: vault.status(), way: lock.status().way })
      const proved = wantsProof() ? await lock.prove(proof) : null
      if (proved !== null && !proved.ok) return proved
      const may = () => (proved === null && wantsProof() ? notProven : ok(null))
      const choose = () => vault.choose(kind, passphrase, may)
      return kind === 'file' ? lock.tryPassphrase(choose) : choose()
    },
    unlockVault: ({ passphrase }) =>
      passphrase === undefined
        ? vault.unlock()
        : lock.tryPassphrase(() => vault.unlock(passphrase)),
    changePassphrase: (change) => lock.tryPassphrase(() => vault.changePassphrase(change)),
  }) satisfies HandlersOf<typeof accountCalls>
