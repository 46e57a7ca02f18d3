import { randomsOf } from '../random.ts'
import type { Rule } from '../record.ts'
import { type ThemeName, themeFrom } from '../theme.ts'
import { SeedWorker, inWorkers } from '../workers.ts'
import { convicting } from './convicting-seeds.ts'
import { withFault } from './plant.ts'
import { type PlantedFault, plantedFaults } from './planted-faults.ts'

/** Each has to be found by one of the seeds from 1 on. */
const mostSeeds = 500

/** Plants one fault after the other, and answers the exit code: each has to be found. */
export async function findPlanted(lanes: number): Promise<number> {
  const began = performance.now()
  let missed = 0
  let tried = 0
  let remembered = 0
  await inWorkers(plantedFaults, lanes, async (fault) => {
    const planted = performance.now()
    const { found, seeds } = await find(fault)
    tried += seeds
    if (found === null) missed += 1
    else if (found.seed === convicting[fault.name]) remembered += 1
    const seconds = `${((performance.now() - planted) / 1000).toFixed(0)} s`
    console.log(`${fault.name.padEnd(60)} ${seconds.padStart(6)}  ${toldOf(found, seeds)}`)
  })
  const minutes = ((performance.now() - began) / 60_000).toFixed(1)
  const all = plantedFaults.length
  console.log(
    `${all - missed} of ${all} faults found by ${tried} runs in ${minutes} minutes, ${remembered} of them by the seed of last time, which is run first`,
  )
  return missed === 0 ? 0 : 1
}

interface Found {
  seed: number
  rule: Rule
}

const toldOf = (found: Found | null, seeds: number): string =>
  found === null
    ? `NOT FOUND by ${seeds} seeds`
    : `seed ${String(found.seed).padStart(3)}, run ${String(seeds).padStart(3)}  ${found.rule}`

/** The first seed in which a rule that is about the fault convicts it, and how many were run. */
async function find(fault: PlantedFault): Promise<{ found: Found | null; seeds: number }> {
  // One that has no place any more would be found by every seed.
  withFault(fault)
  const worker = new SeedWorker(fault.name)
  let seeds = 0
  try {
    for (const seed of seedsFor(fault)) {
      const { violations } = await worker.run({ seed, isTraced: false })
      seeds += 1
      const rule = fault.foundBy.find((one) =>
        violations.some(({ invariant }) => invariant === one),
      )
      if (rule !== undefined) return { found: { seed, rule }, seeds }
    }
    return { found: null, seeds }
  } finally {
    worker.end()
  }
}

/** The one that convicted it last, those that are about it, and all others. */
function seedsFor({ name, theme }: PlantedFault): Set<number> {
  const all = Array.from({ length: mostSeeds }, (_, index) => index + 1)
  const hint = convicting[name]
  return new Set([
    ...(hint === undefined ? [] : [hint]),
    ...all.filter((seed) => themeOf(seed) === theme),
    ...all,
  ])
}

const themeOf = (seed: number): ThemeName => themeFrom(randomsOf(seed)('theme')).name
