import { expect, it, onTestFinished, vi } from 'vitest'
import { afterSleep, every, systemClock } from '../../../../src/main/core/clock.ts'
import { FakeClock } from './fake-clock.ts'

it('what is done again and again goes on after it failed once', async () => {
  const clock = new FakeClock()
  let runs = 0
  const stop = every(clock, 1000, () => {
    runs++
    if (runs === 1) throw new Error('a mistake')
  })
  await expect(clock.advance(1000)).rejects.toThrow('a mistake')
  await clock.advance(2000)
  expect(runs).toBe(3)
  stop()
  expect(clock.pending).toBe(0)
})

it('what fails when its time has come is said in the log, and ends no desk', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => said.mockRestore())
  await new Promise<void>((resolve) => {
    systemClock.after(0, () => {
      resolve()
      throw new Error('a mistake')
    })
  })
  expect(String(said.mock.calls[0])).toContain('a mistake')
})

it('tells of a sleep once, and not of a desk that was busy', async () => {
  const clock = new FakeClock()
  let woken = 0
  const stop = afterSleep(clock, () => woken++)
  await clock.advance(30_000)
  clock.sleep(5000)
  await clock.advance(5000)
  expect(woken).toBe(0)
  clock.sleep(3_600_000)
  await clock.advance(1000)
  expect(woken).toBe(1)
  await clock.advance(30_000)
  expect(woken).toBe(1)
  stop()
  expect(clock.pending).toBe(0)
})
