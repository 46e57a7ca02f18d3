import { type EventName, isCallName } from '../../shared/channels.ts'
import { type Emit, type Events, calls, events } from '../../shared/contract.ts'
import type { CallRow, EventRow, LineId } from '../../shared/core/contract-rows.ts'
import { type Reply, fail } from '../../shared/core/errors.ts'
import type { Lock } from './lock.ts'

type Door = (name: unknown, input: unknown, line: LineId | null) => Promise<Reply<unknown>>

const locked = fail('screen-locked', 'The screen is locked. Unlock it first.')

/** The desk itself refuses, whatever a window shows: a locked screen is not a curtain. */
export const lockedDoor =
  (lock: Pick<Lock, 'isLocked'>, door: Door) =>
  async (name: unknown, input: unknown, line: LineId | null = null) => {
    const rule: CallRow['whileLocked'] = isCallName(name)
      ? calls[name].whileLocked
      : 'refused, late answer withheld'
    if (rule === 'answered') return door(name, input, line)
    if (lock.isLocked) return locked
    const reply = await door(name, input, line)
    return lock.isLocked && rule === 'refused, late answer withheld' ? locked : reply
  }

/** Events that are held; what is done with them below has to suit them all. */
type HeldName = {
  [Name in EventName]: (typeof events)[Name]['whileLocked'] extends 'held' ? Name : never
}[EventName]

const mostHeld = 200

/** Tells a locked screen nothing but that alerts came; those are shown once it is open, and not heard. */
export function lockedListener(lock: Pick<Lock, 'isLocked' | 'count'>, tell: Emit): Emit {
  const held = new Map<string, Events[HeldName]>()
  return (name, event) => {
    const rule: EventRow['whileLocked'] = events[name].whileLocked
    if (lock.isLocked && rule !== 'told') {
      if (rule !== 'held') return
      const alert = event as Events[HeldName]
      // An alert that is held already and comes again with a higher count replaces the held one.
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
