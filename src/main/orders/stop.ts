import type { Reply } from '../../shared/errors.ts'
import { fail } from '../../shared/errors.ts'
import type { StopState } from '../../shared/orders/exits.ts'
import type { OpenConf } from '../accounts/store.ts'
import type { Journal } from '../journal/journal.ts'

export interface StopOptions {
  open: OpenConf
  dataDir: string
  journal: Journal
  /** Wall-clock milliseconds. */
  now(): number
  /** Called in the tick in which the stop is pulled, before anything is written. */
  onEngage(): void
  onChange(state: StopState): void
}

/** The latch that halts every new order, in all accounts, until a person lifts it. */
export class Stop {
  constructor(_options: StopOptions) {}

  get isOn(): boolean {
    return false
  }

  read(): StopState {
    return { on: false, at: null }
  }

  engage(): Reply<StopState> {
    return fail('internal', 'Not built yet.')
  }

  lift(): Reply<StopState> {
    return fail('internal', 'Not built yet.')
  }
}
