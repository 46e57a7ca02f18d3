import { type Random as Plain, randomOf as plainRandom } from '../campaign/random.ts'

export interface Random extends Plain {
  chance(share: number): boolean
  /** From `least` up to, but not, `most`. */
  between(least: number, most: number): number
  /** One of these, as often as its weight says. */
  weighed<Name extends string>(weights: Readonly<Record<Name, number>>): Name
}

/** What is drawn for one purpose; other purposes draw from others, and so one does not move the next. */
export function randomOf(seed: number): Random {
  const plain = plainRandom(seed)
  const { next } = plain
  return {
    ...plain,
    chance: (share) => next() < share,
    between: (least, most) => least + next() * (most - least),
    weighed: <Name extends string>(weights: Readonly<Record<Name, number>>) => {
      const names = Object.keys(weights) as Name[]
      let roll = next() * names.reduce((sum, name) => sum + weights[name], 0)
      return names.find((name) => (roll -= weights[name]) < 0) ?? names[0]!
    },
  }
}

/** What is drawn for one of these does not move what is drawn for another. */
const purposes = {
  names: 0,
  service: 1,
  desk: 2,
  start: 3,
  people: 4,
  market: 5,
  crashes: 6,
  theme: 7,
  turns: 8,
  groups: 9,
  ends: 10,
  windows: 11,
  trades: 12,
  overnight: 13,
  customs: 14,
  last: 15,
} as const

export type RandomFor = (purpose: keyof typeof purposes) => Random

/** All that is drawn in one run. */
export function randomsOf(seed: number): RandomFor {
  const drawn = new Map<string, Random>()
  return (purpose) => {
    const random = drawn.get(purpose) ?? randomOf(seed * 64 + purposes[purpose])
    drawn.set(purpose, random)
    return random
  }
}
