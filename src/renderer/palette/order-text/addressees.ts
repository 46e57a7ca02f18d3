import type { ParseState } from './parse-state.ts'
import { mostChoices, type Nameable } from './order-text.ts'
import type { Word } from './order-words.ts'

/** The accounts, or the group, that an order is for: what stands behind an @. */
export class Addressees {
  readonly #state: ParseState
  readonly #known: Nameable
  readonly #accounts = new Set<string>()
  readonly #groups = new Set<string>()

  constructor(state: ParseState, known: Nameable) {
    this.#state = state
    this.#known = known
  }

  read(word: Word): void {
    const { accounts, tagged: all, groups } = this.#known
    const tagged = (part: string): string[] =>
      all.flatMap(({ id, tags = [] }) => (tags.some(isTagIn(part)) ? [id] : []))
    let from = word.from
    for (const part of word.text.split(',')) {
      const wanted = handleOf(part)
      const piece = { from, to: from + part.length, text: part, bare: part.toLowerCase() }
      from += part.length + 1
      const named = ({ id, name }: { id: string; name: string }): boolean =>
        wanted !== '' && (handleOf(name) === wanted || handleOf(id) === wanted)
      const mine = accounts.filter(named)
      const theirs = groups.filter(named)
      if (this.#isNamed([...mine, ...theirs])) {
        this.#state.trouble(piece, `‘${part}’ is named twice.`)
      } else if (mine.length + theirs.length === 1) {
        for (const { id } of mine) this.#accounts.add(id)
        for (const { id } of theirs) this.#groups.add(id)
        this.#state.take(piece, 'account')
      } else if (mine.length + theirs.length === 0 && /^(all|everyone)$/.test(wanted)) {
        for (const id of this.#known.everyone) this.#accounts.add(id)
        this.#state.take(piece, 'account')
      } else if (tagged(part).length > 0) {
        for (const id of tagged(part)) this.#accounts.add(id)
        this.#state.take(piece, 'account')
      } else {
        this.#offer(piece, wanted)
      }
    }
  }

  #isNamed(found: readonly { id: string }[]): boolean {
    return (
      found.length === 1 && found.some(({ id }) => this.#accounts.has(id) || this.#groups.has(id))
    )
  }

  #offer(piece: Word, wanted: string): void {
    const { accounts, groups } = this.#known
    const some = [
      ...accounts.map((one) => ({ ...one, hint: 'account' })),
      ...groups.map((one) => ({ ...one, hint: 'group' })),
    ].filter(({ name }) => handleOf(name).includes(wanted))
    for (const { id, name, hint } of some.slice(0, mostChoices))
      this.#state.choices.push({
        ...piece,
        text: `@${this.#isAlone(name) ? handleOf(name) : handleOf(id)}`,
        hint: `${name} · ${hint}`,
      })
    const message = some.length === 0 ? 'is neither an account nor a group' : 'can be more than one'
    this.#state.trouble(
      piece,
      `‘${piece.text}’ ${message}.`,
      some.length === 0 ? 'unknown' : 'choose',
    )
  }

  #isAlone(name: string): boolean {
    const { accounts, groups } = this.#known
    return (
      [...accounts, ...groups].filter((one) => handleOf(one.name) === handleOf(name)).length === 1
    )
  }

  /** What was named, once all is read. */
  settle(): void {
    const accounts = [...this.#accounts]
    const [group, ...groups] = this.#groups
    if (group === undefined) {
      if (accounts.length > 0) this.#state.parts.to = { accounts }
    } else if (accounts.length === 0 && groups.length === 0) this.#state.parts.to = { group }
    else if (this.#state.parts.verb === 'order')
      this.#state.troubles.push('A group has shares of its own: it goes alone.')
    // Each leaves what it holds itself, and no share counts.
    else
      this.#state.parts.to = {
        accounts: [...new Set([...accounts, ...this.#membersOf([group, ...groups])])],
      }
  }

  #membersOf(groups: readonly string[]): string[] {
    return this.#known.groups
      .filter(({ id }) => groups.includes(id))
      .flatMap(({ members }) => members.map(({ account }) => account))
  }
}

/** Whether `@#swing`, as it is typed, means a tag. */
const isTagIn =
  (part: string) =>
  (tag: string): boolean =>
    part.replace(/^@/, '').startsWith('#') &&
    handleOf(tag) !== '' &&
    handleOf(tag) === handleOf(part)

/** A name as it is typed. */
const handleOf = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
