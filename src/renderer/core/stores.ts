import type { Bridge } from '../../shared/contract.ts'
import type { Failure } from '../../shared/core/errors.ts'
import type { DeskView } from '../../shared/desk-view.ts'
import type { Time } from './clock.svelte.ts'

/**
 * What features keep of what the desk tells, one of each for a window. A feature adds its own in
 * the file of the store: `declare module '../core/stores.ts'`.
 */
export interface Stores {}

/** What the session does with every store. */
export interface Store {
  /** Hears what the desk tells, once its view is known; answers what ends that. */
  listen(on: Bridge['on']): () => void
  /** The desk's view, or a part of it that changed, and the accounts that are switched on by now. */
  learnView(view: Partial<DeskView>, enabled: readonly string[]): void
  /** The line was down, or the screen locked: what is held is from before, and the view is whole. */
  renew(view: DeskView): void
}

/** What stores are made with. */
export interface StoreParts {
  bridge: Bridge
  time: Time
  /** Told of every call that failed: the bridge itself may be down. */
  onFailure: (failure: Failure) => void
}

export type MakeStores = (parts: StoreParts) => Stores

export const storesOf = (stores: Stores): readonly Store[] => {
  const each: { readonly [Name in keyof Stores]: Store } = stores
  return Object.values(each)
}
