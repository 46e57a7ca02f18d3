import type { TextChoice, TypedOrderParts, TextSpan, SpanKind, PlainField } from './order-text.ts'
import { type Word, splitWords } from './order-words.ts'

/** The words of an order, and what of them has been understood so far. */
export class ParseState {
  readonly words: readonly Word[]
  readonly parts: TypedOrderParts = { verb: 'order', kind: 'regular' }
  readonly spans: TextSpan[] = []
  readonly troubles: string[] = []
  readonly choices: TextChoice[] = []
  #at = 0

  constructor(text: string) {
    this.words = splitWords(text)
  }

  /** The word that is read next; undefined at the end. */
  get next(): Word | undefined {
    return this.words[this.#at]
  }

  advance(): void {
    this.#at++
  }

  take({ from, to }: Word, as: SpanKind): void {
    this.spans.push({ from, to, as })
  }

  trouble(word: Word, message: string, as: SpanKind = 'unknown'): void {
    this.take(word, as)
    this.troubles.push(message)
  }

  /** What is typed twice is not understood: none of both is right by itself. */
  set(field: PlainField, value: string, word: Word, as: SpanKind = 'word'): void {
    if (this.parts[field] !== undefined)
      return this.trouble(word, `‘${word.text}’ comes after another word for the same.`)
    Object.assign(this.parts, { [field]: value })
    this.take(word, as)
  }
}
