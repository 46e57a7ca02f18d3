import { SeedWorker, inWorkers } from '../workers.ts'
import { plantedFaults } from './planted-faults.ts'

/** Each has to be found by then. */
const mostSeeds = 500

/** Plants one fault after the other, and answers the exit code: each has to be found. */
export async function findPlanted(lanes: number): Promise<number> {
  let missed = 0
  await inWorkers(plantedFaults, lanes, async ({ name }) => {
    const worker = new SeedWorker(name)
    let found = 'NOT FOUND'
    for (let seed = 1; seed <= mostSeeds && found === 'NOT FOUND'; seed += 1) {
      const { violations } = await worker.run({ seed, isTraced: false })
      const [first] = violations
      if (first !== undefined) found = `seed ${String(seed).padStart(3)}  ${first.invariant}`
    }
    worker.end()
    if (found === 'NOT FOUND') missed += 1
    console.log(`${name.padEnd(44)} ${found}`)
  })
  console.log(`${plantedFaults.length - missed} of ${plantedFaults.length} faults found`)
  return missed === 0 ? 0 : 1
}
