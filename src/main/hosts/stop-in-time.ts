import type { Desk } from '../desk-for-hosts.ts'

interface StopInTime {
  desk: Pick<Desk, 'answersWithin'> | null
  /** Milliseconds that a desk may take that waits for nobody. */
  usually: number
  say(line: string): void
  /** What has to be done before the process ends. */
  stop: () => Promise<unknown>
}

/**
 * Stops what has to be stopped; answers whether it was done in time. Orders that are on the wire have
 * time for their answers: else the next start would have to look for them.
 */
export async function stopInTime({ desk, usually, say, stop }: StopInTime): Promise<boolean> {
  const answers = desk?.answersWithin() ?? 0
  const late = Promise.withResolvers<false>()
  const timer = setTimeout(() => late.resolve(false), usually + answers)
  if (answers > 0)
    say(
      `Waiting for the answers of orders that are on the wire, ${Math.ceil(answers / 1000)} seconds at most.`,
    )
  const stopped = stop().then(
    () => true,
    (cause: unknown) => {
      console.error(cause)
      return false
    },
  )
  return Promise.race([stopped, late.promise]).finally(() => clearTimeout(timer))
}
