import { progress } from './progress.ts'

interface Times {
  subject: number[]
  baseline: number[]
}

/**
 * Times two things in turns within one run, so that whatever else the machine does weighs on
 * both. The first fifth of the rounds warms up and is not counted.
 */
export async function interleave<Material>(options: {
  rounds: number
  prepare: () => Material
  subject: (material: Material) => unknown
  baseline: (material: Material) => unknown
  /** `alternate` changes who goes first every round. */
  order?: 'alternate' | 'baseline-first'
}): Promise<Times> {
  const { rounds, prepare, subject, baseline, order = 'alternate' } = options
  const measured: Times = { subject: [], baseline: [] }
  const warmUp = Math.ceil(rounds / 5)
  for (let round = 0; round < rounds + warmUp; round++) {
    progress()
    const material = prepare()
    const time = async (run: (material: Material) => unknown): Promise<number> => {
      const from = performance.now()
      await run(material)
      return performance.now() - from
    }
    const isSubjectFirst = order === 'alternate' && round % 2 === 0
    const first = await time(isSubjectFirst ? subject : baseline)
    const second = await time(isSubjectFirst ? baseline : subject)
    if (round < warmUp) continue
    measured.subject.push(isSubjectFirst ? first : second)
    measured.baseline.push(isSubjectFirst ? second : first)
  }
  return measured
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** The ratio of the medians, and the middle half of the rounds' own ratios as its spread. */
export function ratioOf({ subject, baseline }: Times): { ratio: number; spread: string } {
  const ratios = subject.map((value, round) => value / baseline[round]!)
  return {
    ratio: median(subject) / median(baseline),
    spread: `${quantile(ratios, 0.25).toFixed(2)}–${quantile(ratios, 0.75).toFixed(2)}, median ${median(subject).toFixed(2)} ms of ${median(baseline).toFixed(2)} ms`,
  }
}
