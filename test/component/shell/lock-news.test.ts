import { flushSync } from 'svelte'
import { expect, it, vi } from 'vitest'
import { followLockOfOthers } from '../../../src/renderer/shell/lock-news.svelte.ts'
import { FakeTime } from '../../unit/renderer/fake-time.ts'
import { LockState } from './lock-state.svelte.ts'

function window() {
  const time = new FakeTime()
  const state = new LockState()
  const hide = vi.fn<() => void>()
  const channel = {
    postMessage: vi.fn<(word: unknown) => void>(),
    close: () => undefined,
    onmessage: null as BroadcastChannel['onmessage'],
  }
  const session = {
    get isLocked() {
      return state.isLocked
    },
    ...{ screen: { hide }, clock: { time } as never },
  }
  const stop = followLockOfOthers(session, channel)
  flushSync()
  return {
    ...{ time, hide, channel, stop },
    hear: () => channel.onmessage?.call(channel as never, new MessageEvent('message')),
    lock: (isLocked: boolean) => {
      state.isLocked = isLocked
      flushSync()
    },
  }
}

it('a window that hears of the lock from another one alone hides what it shows', () => {
  const { time, hide, hear } = window()
  hear()
  time.pass(900)
  expect(hide).not.toHaveBeenCalled()
  time.pass(200)
  expect(hide).toHaveBeenCalledTimes(1)
})

it('one whose desk tells it so is left to that, also where the screen is open again by then', () => {
  const { time, hide, hear, lock, channel } = window()
  hear()
  lock(true)
  lock(false)
  time.pass(5000)
  expect(hide).not.toHaveBeenCalled()
  expect(channel.postMessage).toHaveBeenCalledTimes(1)
})
