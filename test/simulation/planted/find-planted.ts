import type { Rule } from '../record.ts'
import { SeedWorker, inWorkers } from '../workers.ts'
import { type PlantedFault, plantedFaults } from './planted-faults.ts'

/** Each has to be found by then. */
const mostSeeds = 500

/** Plants one fault after the other, and answers the exit code: each has to be found. */
export async function findPlanted(lanes: number): Promise<number> {
  const began = performance.now()
  let missed = 0
  await inWorkers(plantedFaults, lanes, async (fault) => {
    const planted = performance.now()
    const { seed, rule } = await find(fault)
    if (seed === null) missed += 1
    const seconds = `${((performance.now() - planted) / 1000).toFixed(0)} s`
    const found = seed === null ? 'NOT FOUND' : `seed ${String(seed).padStart(3)}`
    console.log(
      `${fault.name.padEnd(60)} ${seconds.padStart(6)}  ${found}  ${rule ?? ''}`.trimEnd(),
    )
  })
  const minutes = ((performance.now() - began) / 60_000).toFixed(1)
  console.log(
    `${plantedFaults.length - missed} of ${plantedFaults.length} faults found in ${minutes} minutes`,
  )
  return missed === 0 ? 0 : 1
}

/** The first seed in which a rule that is about the fault convicts it. */
async function find({
  name,
  foundBy,
}: PlantedFault): Promise<{ seed: number; rule: Rule } | { seed: null; rule: null }> {
  const worker = new SeedWorker(name)
  try {
    for (let seed = 1; seed <= mostSeeds; seed += 1) {
      const { violations } = await worker.run({ seed, isTraced: false })
      const rule = foundBy.find((one) => violations.some(({ invariant }) => invariant === one))
      if (rule !== undefined) return { seed, rule }
    }
    return { seed: null, rule: null }
  } finally {
    worker.end()
  }
}
