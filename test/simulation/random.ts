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
