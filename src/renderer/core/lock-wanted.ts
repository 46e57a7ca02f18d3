import type { Bridge } from '../../shared/contract.ts'

/** Says to the page that comes that the desk has yet to hear of the lock. */
const wantedKey = 'quarterdeck.lock-wanted'

export const wantLock = (): void => sessionStorage.setItem(wantedKey, '')

/** Has the desk lock what a page before this one hid because the desk was away. */
export async function lockWhereWanted(bridge: Pick<Bridge, 'lockScreen'>): Promise<void> {
  if (sessionStorage.getItem(wantedKey) !== null) await lockedByDesk(bridge)
}

/** Whether the desk is there, and says that it is locked. */
export async function lockedByDesk(bridge: Pick<Bridge, 'lockScreen'>): Promise<boolean> {
  const { ok } = await bridge.lockScreen({})
  if (ok) sessionStorage.removeItem(wantedKey)
  return ok
}
