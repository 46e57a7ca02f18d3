import type { CallName, EventName } from '../shared/channels.ts'
import type { Alarm, Events } from '../shared/contract.ts'
import { type Reply, fail } from '../shared/errors.ts'
import type { Lock } from './accounts/lock.ts'

type Tell = <Name extends EventName>(name: Name, event: Events[Name]) => void
type Door = (name: unknown, input: unknown) => Promise<Reply<unknown>>

/** What a locked desk answers: how it looks, the way back, and the stop, since halting is always safe. */
const answered: ReadonlySet<unknown> = new Set<CallName>([
  'openDesk',
  'lockScreen',
  'unlockScreen',
  'engageStop',
])

/** What a locked desk says without being asked. */
const said: ReadonlySet<EventName> = new Set<EventName>(['lock', 'stop'])

const locked = fail('screen-locked', 'The screen is locked. Unlock it first.')

/** The desk itself refuses, whatever a window shows: a locked screen is not a curtain. */
export const lockedDoor =
  (lock: Pick<Lock, 'isLocked'>, door: Door): Door =>
  async (name, input) =>
    lock.isLocked && !answered.has(name) ? locked : door(name, input)

const mostHeld = 200

/** Tells a locked screen nothing but that alarms came; those are told once it is open. */
export function lockedListener(lock: Pick<Lock, 'isLocked' | 'count'>, tell: Tell): Tell {
  let held: Alarm[] = []
  return (name, event) => {
    if (lock.isLocked && !said.has(name)) {
      if (name !== 'alarm') return
      held = [...held, event as Alarm].slice(-mostHeld)
      return lock.count()
    }
    tell(name, event)
    if (lock.isLocked || name !== 'lock') return
    const kept = held
    held = []
    for (const alarm of kept) tell('alarm', alarm)
  }
}
