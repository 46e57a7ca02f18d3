import { SvelteMap, SvelteSet } from 'svelte/reactivity'
import type { AccountTest } from '../../shared/accounts/calls.ts'
import type { Reply } from '../../shared/core/errors.ts'
import type { Session } from '../core/session.svelte.ts'

interface Tested {
  reply: Reply<AccountTest>
  /** Wall-clock milliseconds. */
  at: number
}

/** Accounts that are asked at a time: a service that takes its time holds up no more than these. */
const atOnce = 4

/** What accounts said when they were tried out. */
export class AccountTests {
  readonly #session: Session
  readonly #tested = new SvelteMap<string, Tested>()
  readonly #testing = new SvelteSet<string>()
  /** Of a test of all, while it runs and after it. */
  #all = $state.raw<readonly string[]>([])

  readonly done = $derived(this.#all.filter((id) => this.#tested.has(id)).length)
  /** Of a test of all, who did not answer well. */
  readonly inTrouble: ReadonlySet<string> = $derived(
    new Set(this.#all.filter((id) => this.#tested.get(id)?.reply.ok === false)),
  )

  constructor(session: Session) {
    this.#session = session
  }

  get asked(): number {
    return this.#all.length
  }
  get isTestingAll(): boolean {
    return this.done < this.asked
  }

  of(id: string): Tested | null {
    return this.#tested.get(id) ?? null
  }

  isTesting(id: string): boolean {
    return this.#testing.has(id)
  }

  async test(id: string): Promise<void> {
    if (this.#testing.has(id)) return
    this.#testing.add(id)
    const reply = await this.#session.bridge.testAccount({ account: id })
    this.#tested.set(id, { reply, at: this.#session.clock.time.wall() })
    this.#testing.delete(id)
  }

  async testAll(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#tested.delete(id)
    this.#all = ids
    const waiting = [...ids]
    const next = async (): Promise<void> => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await this.test(id)
    }
    await Promise.all(Array.from({ length: atOnce }, next))
  }
}
