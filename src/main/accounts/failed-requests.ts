import { type FailedRequest, mostFailedRequests } from '../../shared/accounts/health.ts'
import type { Keys } from '../../shared/accounts/accounts.ts'
import type { Failure } from '../../shared/core/errors.ts'
import type { OperationName } from '../../shared/service/operations.ts'
import { masked } from '../service/secrets.ts'

/** One request, and how it ended. */
export interface EndedRequest {
  operation: OperationName
  /** Null where it went well. */
  failure: Failure | null
  /** When it ended, in wall-clock milliseconds. */
  at: number
  /** Milliseconds that it took. */
  took: number
}

/** The latest requests of an account that failed; a book that fails at every poll fills one line. */
export class FailedRequests {
  /** The latest last. */
  #all: FailedRequest[] = []
  /** Of each operation, the line that the same failure right after it goes into. */
  readonly #open = new Map<OperationName, FailedRequest>()

  get count(): number {
    return this.#all.length
  }

  note({ operation, failure, at, took }: EndedRequest): void {
    const open = this.#open.get(operation)
    this.#open.delete(operation)
    if (failure === null) return
    const isSame = open !== undefined && isAlike(open.failure, failure)
    const { first, times } = isSame ? open : { first: at, times: 0 }
    const line = { operation, failure, first, last: at, times: times + 1, took }
    this.#open.set(operation, line)
    this.#all = [...this.#all.filter((one) => !isSame || one !== open), line].slice(
      -mostFailedRequests,
    )
  }

  /** The latest first. What a service said is left out where nobody knows which keys it may repeat. */
  read(keys: Keys | null): FailedRequest[] {
    return this.#all
      .map((line) => ({ ...line, failure: withoutKeys(line.failure, keys) }))
      .toReversed()
  }
}

const isAlike = (one: Failure, other: Failure): boolean =>
  one.code === other.code && one.message === other.message

function withoutKeys({ code, message, detail }: Failure, keys: Keys | null): Failure {
  if (keys === null) return { code, message }
  const said = detail === undefined ? {} : { detail: masked(detail, [keys]) }
  return { code, message: masked(message, [keys]), ...said }
}
