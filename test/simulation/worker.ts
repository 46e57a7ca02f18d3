import { plant } from './planted/plant.ts'

/** One process that runs seeds, each when it is asked for. */
export interface SeedReport {
  seed: number
  violations: readonly { invariant: string; what: string }[]
  marks: [mark: string, times: number][]
  hash: string
  lasted: number
  /** Where it was asked for, or something was violated. */
  trace: readonly string[] | null
}

export interface SeedRequest {
  seed: number
  isTraced: boolean
}

const planted = process.env['QUARTERDECK_PLANTED']
if (planted !== undefined) plant(planted)

// Only now: what is planted is planted while modules are read.
const { run } = await import('./run.ts')
const { watchDisk } = await import('./world/disk.ts')
const { takeOverMachine } = await import('./world/machine.ts')
takeOverMachine()
watchDisk()

process.on('message', ({ seed, isTraced }: SeedRequest) => {
  void run(seed).then(
    (outcome) => {
      const { violations, hash, lasted, trace } = outcome
      const isWanted = isTraced || violations.length > 0
      const report: SeedReport = {
        ...{ seed, violations, hash, lasted },
        marks: [...outcome.marks],
        trace: isWanted ? trace : null,
      }
      process.send?.(report)
    },
    (cause: unknown) => {
      const what = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
      const violations = [{ invariant: 'the run itself', what }]
      const report: SeedReport = {
        ...{ seed, violations, marks: [], hash: '', lasted: 0, trace: [] },
      }
      process.send?.(report)
    },
  )
})
process.on('disconnect', () => process.exit())
