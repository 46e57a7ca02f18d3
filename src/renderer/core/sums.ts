/** A sum, and whether a part of it is unknown. */
export interface Sum {
  /** Null where nothing at all is known. */
  value: number | null
  /** Something that belongs to it is unknown. */
  partial: boolean
}

export const nothingKnown: Sum = { value: null, partial: false }

export function sum(values: Iterable<number | null | undefined>): Sum {
  const addition = new Addition()
  for (const one of values) addition.add(one)
  return addition.sum
}

/** A sum in the making: several of them take one look at each row. */
export class Addition {
  #value = 0
  #known = 0
  #missing = 0

  add(one: number | null | undefined): void {
    if (one === null || one === undefined) this.#missing++
    else {
      this.#value += one
      this.#known++
    }
  }

  get sum(): Sum {
    // Nothing to add up is zero, and that is known; nothing known is no sum.
    if (this.#known === 0 && this.#missing > 0) return nothingKnown
    return { value: this.#value, partial: this.#missing > 0 }
  }
}

/** The sum over accounts: one that is unknown, or partial, makes it partial. */
export function total(sums: readonly Sum[]): Sum {
  if (sums.length === 0) return nothingKnown
  const added = sum(sums.map((one) => one.value))
  return added.value === null
    ? nothingKnown
    : { value: added.value, partial: added.partial || sums.some((one) => one.partial) }
}
