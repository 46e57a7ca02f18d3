import { describe, expect, it } from 'vitest'
import type { Alert } from '../../../../src/shared/alerts/alerts.ts'
import { lockedDoor, lockedListener } from '../../../../src/main/lock/locked-desk.ts'
import {
  type CallName,
  type EventName,
  callNames,
  eventNames,
} from '../../../../src/shared/channels.ts'
import type { Emit, Events } from '../../../../src/shared/contract.ts'
import { ok } from '../../../../src/shared/core/errors.ts'

// Written out on purpose: the rows of the contract are what is tested.
const answered: readonly CallName[] = ['openDesk', 'lockScreen', 'unlockScreen', 'engageStop']
const looks = /^(read|list|export|preview|describe|run|test|lookFor|takeAlerts)/

const alert = (id: string, more: Partial<Alert> = {}): Alert => ({
  id,
  seq: 1,
  at: 0,
  kind: 'filled',
  tone: 'good',
  account: 'one',
  title: 'Filled',
  message: 'Bought 1 of INFY.',
  count: 1,
  intent: null,
  isOurs: false,
  orderId: null,
  symbol: 'INFY',
  told: { toast: true, sound: true, system: true },
  isRead: false,
  ...more,
})

const refused = { ok: false, error: { code: 'screen-locked' } }

describe('the door of a locked desk', () => {
  function setUp(isLocked: boolean) {
    const lock = { isLocked }
    const reached: unknown[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const door = lockedDoor(lock, async (name) => {
      reached.push(name)
      await promise
      return ok('rows')
    })
    return { lock, reached, door, finish: resolve }
  }

  it.each(callNames)('answers %s on a locked screen only where that is safe', async (name) => {
    const { door, reached, finish } = setUp(true)
    finish()
    const isAnswered = answered.includes(name)
    expect(await door(name, {})).toMatchObject(isAnswered ? ok('rows') : refused)
    expect(reached).toEqual(isAnswered ? [name] : [])
  })

  it.each(callNames)('withholds a late answer of %s only where it looks', async (name) => {
    const { lock, door, finish } = setUp(false)
    const reply = door(name, {})
    lock.isLocked = true
    finish()
    expect(await reply).toMatchObject(looks.test(name) ? refused : ok('rows'))
  })

  it.each(callNames)('answers %s on an open screen', async (name) => {
    const { door, finish } = setUp(false)
    finish()
    expect(await door(name, {})).toEqual(ok('rows'))
  })

  it.each(['', 'nothing', '__proto__', 'constructor', 7, null, undefined, ['openDesk']])(
    'refuses what is no call: %j',
    async (name) => {
      const { door, reached } = setUp(true)
      expect(await door(name, {})).toMatchObject(refused)
      expect(reached).toEqual([])
    },
  )
})

describe('the events of a locked desk', () => {
  const told: readonly EventName[] = ['lock', 'stop', 'line']

  function setUp(isLocked: boolean) {
    const lock = { isLocked, counted: 0, count: () => void (lock.counted += 1) }
    const heard: [EventName, unknown][] = []
    const emit = lockedListener(lock, (name, event) => heard.push([name, event]))
    const open = (): void => {
      lock.isLocked = false
      emit('lock', status)
    }
    return { lock, heard, emit, open }
  }
  const status = { isLocked: false, way: null, hasSystem: false, wait: 0, unseen: 0 }
  /** The listener hands events on by their names; it looks into alerts alone. */
  const say = <Name extends EventName>(emit: Emit, name: Name): void =>
    emit(name, (name === 'alert' ? alert('one') : {}) as Events[Name])

  it.each(eventNames)('tells %s to a locked screen only where that is safe', (name) => {
    const { heard, emit } = setUp(true)
    say(emit, name)
    expect(heard.map(([each]) => each)).toEqual(told.includes(name) ? [name] : [])
  })

  it.each(eventNames)('tells %s to an open screen', (name) => {
    const { heard, emit } = setUp(false)
    say(emit, name)
    expect(heard.map(([each]) => each)).toEqual([name])
  })

  it.each(eventNames)('tells of %s when the screen opens only where it is held', (name) => {
    const { heard, emit, open } = setUp(true)
    say(emit, name)
    heard.length = 0
    open()
    expect(heard.map(([each]) => each)).toEqual(name === 'alert' ? ['lock', 'alert'] : ['lock'])
  })

  it('holds each alert once, as it was last, and shows it without a sound', () => {
    const { lock, heard, emit, open } = setUp(true)
    for (const count of [1, 2]) emit('alert', alert('one', { count }))
    emit('alert', alert('two'))
    expect(lock.counted).toBe(2)
    open()
    const quiet = { toast: true, sound: false, system: false }
    expect(heard.slice(1)).toEqual([
      ['alert', alert('one', { count: 2, told: quiet })],
      ['alert', alert('two', { told: quiet })],
    ])
    heard.length = 0
    open()
    expect(heard).toEqual([['lock', status]])
  })

  it('holds two hundred alerts, the latest', () => {
    const { heard, emit, open } = setUp(true)
    for (let id = 0; id < 205; id += 1) emit('alert', alert(String(id)))
    open()
    const ids = heard.slice(1).map(([, event]) => (event as Events['alert']).id)
    expect(ids).toEqual(Array.from({ length: 200 }, (_, index) => String(index + 5)))
  })
})
