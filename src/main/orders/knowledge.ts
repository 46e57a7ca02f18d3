import type { MarketData } from '../../shared/market.ts'
import type { Settings } from '../../shared/settings.ts'
import type { Roster } from '../accounts/roster.ts'
import type { Poller } from '../books/poller.ts'
import type { Dispatch } from './dispatch.ts'
import type { Knowledge } from './plan.ts'

export interface KnowledgeSources {
  roster: Pick<Roster, 'list'>
  poller: Pick<Poller, 'read'>
  /** Called when asked, never before. */
  dispatch: () => Pick<Dispatch, 'lastMinute' | 'isRepeated'>
  settings(): Settings
  market: MarketData
  isStopped(): boolean
  /** Wall-clock milliseconds. */
  now(): number
}

/** Gathers what deciding about orders needs, from the books as they are now. */
export function knowledgeOf({ market, isStopped, now, settings }: KnowledgeSources): Knowledge {
  return {
    accounts: new Map(),
    market,
    wall: now(),
    isStopped: isStopped(),
    limits: settings().limits,
    openOrders: null,
    lastMinute: 0,
    profit: null,
  }
}
