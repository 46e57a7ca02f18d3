import { parseArgs } from 'node:util'
import { failedSeeds } from './failed-seeds.ts'
import { Marks } from './marks.ts'
import { findPlanted } from './planted/find-planted.ts'
import { seedOfCode } from './seed-of-code.ts'
import { SeedWorker, inWorkers } from './workers.ts'

const usage = `npm run simulate -- [--seeds N] [--seed N] [--planted]

--seeds N   runs the seeds 1 to N, 200 where nothing is said
--new       runs as many that are new with each change of the code, after those that once failed
--seed N    runs one, and prints all that happened in it
--planted   puts faults into the way of an order, one at a time, until a seed finds each`

const lanes = 2
/** From so many seeds on, what was never met is a failure. */
const many = 1000

const options = parsed()
if (options === null) {
  console.error(usage)
  process.exit(2)
}
process.exitCode = await (options.planted ? findPlanted(lanes) : simulate(options))

function parsed() {
  try {
    const { values } = parseArgs({
      options: {
        seeds: { type: 'string', default: '200' },
        seed: { type: 'string' },
        new: { type: 'boolean', default: false },
        planted: { type: 'boolean', default: false },
      },
    })
    const seed = values.seed === undefined ? null : Number(values.seed)
    const seeds = Number(values.seeds)
    const isWhole = [seeds, seed ?? 1].every((number) => Number.isSafeInteger(number) && number > 0)
    return isWhole ? { seed, seeds, isNew: values.new, planted: values.planted } : null
  } catch {
    return null
  }
}

async function simulate({ seed, seeds, isNew }: NonNullable<typeof options>): Promise<number> {
  const first = seed ?? (isNew ? seedOfCode() : 1)
  const count = seed === null ? seeds : 1
  const range = Array.from({ length: count }, (_, index) => first + index)
  const all = isNew ? [...failedSeeds.map((failed) => failed.seed), ...range] : range
  console.log(
    `seeds ${first} to ${first + count - 1}${all.length > count ? `, and ${all.length - count} that once failed` : ''}`,
  )

  const started = performance.now()
  const marks = new Marks()
  const workers = Array.from({ length: Math.min(lanes, all.length) }, () => new SeedWorker())
  const free = [...workers]
  let lasted = 0
  let violated = 0
  let told = performance.now()
  await inWorkers(all, workers.length, async (one) => {
    const worker = free.pop()!
    const report = await worker.run({ seed: one, isTraced: seed !== null })
    // The same seed is the same run, byte for byte.
    if (one === all[0]) {
      const again = await worker.run({ seed: one, isTraced: false })
      if (again.hash !== report.hash) {
        violated += 1
        console.log(`seed ${one}: another run of it went another way`)
      }
    }
    free.push(worker)
    lasted += report.lasted
    marks.add(report.marks)
    if (seed !== null) console.log(report.trace?.join('\n') ?? '')
    for (const { invariant, what } of report.violations)
      console.log(`seed ${one}: ${invariant}: ${what}`)
    violated += report.violations.length > 0 ? 1 : 0
    if (performance.now() - told < 30_000) return
    told = performance.now()
    console.log(`… ${(lasted / 3_600_000).toFixed(1)} hours of trading, ${violated} seeds violated`)
  })
  for (const worker of workers) worker.end()

  const took = performance.now() - started
  console.log(marks.table())
  const missing = all.length < many ? [] : marks.missing()
  for (const mark of missing) console.log(`never met: ${mark}`)
  console.log(
    `${all.length} seeds, ${(lasted / 3_600_000).toFixed(1)} hours of trading in ${(took / 1000).toFixed(0)} s: ${(lasted / took).toFixed(0)} × real time`,
  )
  if (violated > 0) console.log('npm run simulate -- --seed N prints all that happened in one.')
  console.log(`${violated} of ${all.length} seeds violated`)
  return violated === 0 && missing.length === 0 ? 0 : 1
}
