import type { Alarm } from '../../shared/contract.ts'
import type { Intent } from '../../shared/orders/intents.ts'
import type { Rows } from '../../shared/patch.ts'
import type { Journal } from '../journal/journal.ts'

export interface WatchOptions {
  journal: Journal
  /** Wall-clock milliseconds. */
  now(): number
  onChange(intents: Intent[]): void
  onAlarm(alarm: Alarm): void
}

/** Raises an alarm for what a trader must not miss: an order rejected after it was accepted, refused, or in doubt. */
export class Watch {
  constructor(_options: WatchOptions) {}

  /** Called with every changed order book. */
  seeOrders(_account: string, _rows: Rows): void {}

  /** Called with every intent that changed. */
  seeIntents(_intents: readonly Intent[]): void {}

  forget(_account: string): void {}
}
