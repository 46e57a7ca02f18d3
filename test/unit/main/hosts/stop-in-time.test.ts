import { expect, it, onTestFinished, vi } from 'vitest'
import { stopInTime } from '../../../../src/main/hosts/stop-in-time.ts'

/** What becomes of a stop that takes so long, while orders may be answered for so long. */
async function stopping(takes: number, answers: number | null) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const said: string[] = []
  const isDone = stopInTime({
    desk: answers === null ? null : { answersWithin: () => answers },
    usually: 2000,
    say: (line) => void said.push(line),
    stop: () => new Promise((resolve) => setTimeout(resolve, takes)),
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(vi.getTimerCount()).toBe(0)
  return { isDone: await isDone, said }
}

it('a stop has its usual time where no order is on the wire, and says nothing', async () => {
  expect(await stopping(1900, 0)).toEqual({ isDone: true, said: [] })
  expect(await stopping(2100, 0)).toEqual({ isDone: false, said: [] })
  expect(await stopping(2100, null)).toEqual({ isDone: false, said: [] })
})

it('a stop waits until each order on the wire is answered or never will be, and says so', async () => {
  const said = ['Waiting for the answers of orders that are on the wire, 15 seconds at most.']
  expect(await stopping(14_900, 15_000)).toEqual({ isDone: true, said })
  expect(await stopping(17_100, 15_000)).toEqual({ isDone: false, said })
})

it('a stop that fails says why, and is over', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => said.mockRestore())
  const stop = () => Promise.reject(new Error('no'))
  expect(await stopInTime({ desk: null, usually: 2000, say: () => undefined, stop })).toBe(false)
  expect(String(said.mock.calls[0])).toContain('no')
})
