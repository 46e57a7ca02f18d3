import type { Emit } from '../../shared/contract.ts'
import type { Notice } from '../../shared/core/notice.ts'
import { type Reply, fail, ok } from '../../shared/core/errors.ts'
import type { ExchangeRules } from '../../shared/market/exchange-rules.ts'
import type { Intent } from '../../shared/orders/intents.ts'
import {
  type PnlCurve,
  type PnlDay,
  type PnlIndex,
  type PnlKey,
  type PnlSample,
  elsewhereKey,
  practiceKey,
  totalKey,
} from '../../shared/pnl/history.ts'
import type { Roster } from '../accounts/roster.ts'
import { StorageError } from '../core/documents.ts'
import type { Clock } from '../core/clock.ts'
import type { Poller } from '../books/poller.ts'
import { isOfDatabase, openDatabase } from '../core/database.ts'
import { PnlRecorder } from './recorder.ts'
import { PnlStore } from './pnl-store.ts'
import { historyFile } from './tables.ts'

interface HistoryParts {
  dataDir: string
  clock: Clock
  /** Wall-clock milliseconds. */
  now(): number
  roster: Pick<Roster, 'list' | 'fingerprint' | 'isSameLogin'>
  poller: Pick<Poller, 'read'>
  exchanges: ExchangeRules['exchanges']
  emit: Emit
  /** Tells windows something that those that open later learn as well. */
  notice: (notice: Notice) => void
}

/** P&L over time: sampled while the desk runs, and read by its windows. */
export function createPnlHistory({
  dataDir,
  clock,
  now,
  roster,
  poller,
  exchanges,
  emit,
  notice,
}: HistoryParts) {
  const { store, problem } = openStore(dataDir, now)
  const unread = fail('storage-failed', 'The P&L of earlier times cannot be read.')
  let isTold = false
  let tidying = new AbortController()
  let tidied = ''

  const nameOf = (key: PnlKey): string => {
    if (key === totalKey) return 'All accounts'
    if (key === practiceKey) return 'Practice accounts'
    if (key === elsewhereKey) return 'Not from here'
    const [kind, ...rest] = key.split(':')
    const name = rest.join(':')
    return kind === 'account' ? (roster.list().find(({ id }) => id === name)?.name ?? name) : name
  }

  /** A disk that refuses is no reason to stop trading: it is said once. */
  const guarded = (act: () => void): void => {
    try {
      act()
      isTold = false
    } catch (cause) {
      if (!isOfDatabase(cause)) throw cause
      if (!isTold) notice({ level: 'warning', message: notKept })
      isTold = true
    }
  }

  const tidy = (day: string): void => {
    if (store === null || day === tidied) return
    tidied = day
    tidying.abort()
    tidying = new AbortController()
    const { signal } = tidying
    store.tidy(now(), signal).catch((cause: unknown) => {
      // What is left is made small after the next start.
      if (!signal.aborted && !isOfDatabase(cause)) console.error(cause)
    })
  }

  const recorder = new PnlRecorder({
    clock,
    now,
    accounts: () => roster.list(),
    isOfLogin: (account, sentFor) => {
      const now = roster.fingerprint(account)
      return now === undefined || sentFor === undefined || roster.isSameLogin(sentFor, now)
    },
    logins: roster,
    poller,
    exchanges,
    onSample: (sample: PnlSample) => {
      guarded(() => store?.add(sample, nameOf))
      emit('pnl', sample)
      tidy(sample.day)
    },
  })
  recorder.start()

  return {
    /** What a person should know of the start. */
    problems: problem === null ? [] : [problem],
    seeIntents: (intents: readonly Intent[]) => recorder.seeIntents(intents),
    index: (): Reply<PnlIndex> => (store === null ? unread : ok(store.index(now()))),
    curves: async (day: string, keys: readonly PnlKey[]): Promise<Reply<PnlCurve[]>> =>
      store === null ? unread : ok(await store.curves(day, keys)),
    days: async (of: {
      keys: readonly PnlKey[]
      from: string
      to: string
    }): Promise<Reply<{ key: PnlKey; days: PnlDay[] }[]>> =>
      store === null ? unread : ok(await store.days(of.keys, of.from, of.to)),
    close: () => {
      recorder.stop()
      tidying.abort()
      if (store === null) return
      guarded(() => store.end(now()))
      store.close()
    },
  }
}

export type PnlHistory = ReturnType<typeof createPnlHistory>

const notKept =
  'The P&L curve is not being kept: Quarterdeck cannot write to its folder. Orders and books are not concerned.'

function openStore(
  dataDir: string,
  now: () => number,
): { store: PnlStore | null; problem: string | null } {
  try {
    const { opened, setAside } = openDatabase({
      dataDir,
      kind: historyFile,
      now,
      use: (db) => {
        const store = new PnlStore(db)
        store.index(now())
        return store
      },
    })
    return {
      store: opened,
      problem: setAside && `A damaged file was set aside as ${setAside}, and a fresh one begun.`,
    }
  } catch (cause) {
    if (!(cause instanceof StorageError)) throw cause
    return { store: null, problem: notKept }
  }
}
