import type { Alert } from '../../shared/alerts/alerts.ts'
import type { CallName, EventName } from '../../shared/channels.ts'
import type { Events } from '../../shared/contract.ts'
import { type Reply, fail } from '../../shared/core/errors.ts'
import type { Lock } from './lock.ts'

type Tell = <Name extends EventName>(name: Name, event: Events[Name]) => void
type Door = (name: unknown, input: unknown) => Promise<Reply<unknown>>

/** What a locked desk answers: how it looks, the way back, and the stop, since halting is always safe. */
const answered: ReadonlySet<unknown> = new Set<CallName>([
  'openDesk',
  'lockScreen',
  'unlockScreen',
  'engageStop',
])

/**
 * What only looks. Where one was asked before the lock its answer stays in the desk; of what was
 * done, an order above all, the truth is told.
 */
const reads: ReadonlySet<unknown> = new Set<CallName>([
  'readBook',
  'testAccount',
  'exportAccounts',
  'readAccountFile',
  'previewOrders',
  'lookForOrder',
  'readJournal',
  'readIntent',
  'readTimeline',
  'exportJournal',
  'listSymbols',
  'listBaskets',
  'listPnl',
  'readPnl',
  'readPnlDays',
  'readAlerts',
  'describeCall',
  'runRead',
  'readAnswer',
])

/** What a locked desk says without being asked. */
const said: ReadonlySet<EventName> = new Set<EventName>(['lock', 'stop'])

const locked = fail('screen-locked', 'The screen is locked. Unlock it first.')

/** The desk itself refuses, whatever a window shows: a locked screen is not a curtain. */
export const lockedDoor =
  (lock: Pick<Lock, 'isLocked'>, door: Door): Door =>
  async (name, input) => {
    if (lock.isLocked && !answered.has(name)) return locked
    const reply = await door(name, input)
    return lock.isLocked && reads.has(name) ? locked : reply
  }

const mostHeld = 200

/** Tells a locked screen nothing but that alerts came; those are shown once it is open, and not heard. */
export function lockedListener(lock: Pick<Lock, 'isLocked' | 'count'>, tell: Tell): Tell {
  const held = new Map<string, Alert>()
  return (name, event) => {
    if (lock.isLocked && !said.has(name)) {
      if (name !== 'alert') return
      const alert = event as Alert
      // One that only counts more by now takes the place of what it was.
      const isNew = !held.has(alert.id)
      if (isNew && held.size >= mostHeld) held.delete(held.keys().next().value!)
      held.set(alert.id, alert)
      if (isNew) lock.count()
      return
    }
    tell(name, event)
    if (lock.isLocked || name !== 'lock') return
    const kept = [...held.values()]
    held.clear()
    for (const alert of kept)
      tell('alert', { ...alert, told: { ...alert.told, sound: false, system: false } })
  }
}
