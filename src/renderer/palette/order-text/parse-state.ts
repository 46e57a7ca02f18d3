import type { Choice, Said, Span, Taken, TextSaid } from './order-text.ts'
import { type Word, wordsOf } from './order-words.ts'

/** The words of an order, and what of them has been understood so far. */
export class Hearing {
  readonly words: readonly Word[]
  readonly said: Said = { deed: 'order', kind: 'regular' }
  readonly spans: Span[] = []
  readonly troubles: string[] = []
  readonly choices: Choice[] = []
  #at = 0

  constructor(text: string) {
    this.words = wordsOf(text)
  }

  /** The word that is heard next; undefined at the end. */
  get next(): Word | undefined {
    return this.words[this.#at]
  }

  advance(): void {
    this.#at++
  }

  take({ from, to }: Word, as: Taken): void {
    this.spans.push({ from, to, as })
  }

  trouble(word: Word, message: string, as: Taken = 'unknown'): void {
    this.take(word, as)
    this.troubles.push(message)
  }

  /** What is said twice is not understood: none of both is right by itself. */
  set<Field extends keyof TextSaid>(
    field: Field,
    value: TextSaid[Field],
    word: Word,
    as: Taken = 'word',
  ): void {
    if (this.said[field] !== undefined)
      return this.trouble(word, `‘${word.text}’ comes after another word for the same.`)
    this.said[field] = value as Said[Field]
    this.take(word, as)
  }
}
