import { type OperationName, isOperation } from '../../shared/service/operations.ts'
import {
  type Fault,
  type FaultName,
  type FaultSettings,
  faultNames,
  faults,
  isFaultName,
} from './faults.ts'
import { Refusal } from '../market/refusal.ts'

export interface FaultOrder extends Partial<FaultSettings> {
  name: FaultName
  /** All operations, unless one is named. */
  operation?: OperationName
  /** How many requests it spoils; without it, all until cleared. */
  times?: number
}

/** Which faults are on. The latest that fits a request spoils it. */
export class FaultSwitches {
  #on: { fault: FaultOrder; left: number }[] = []

  set(order: FaultOrder): void {
    this.#on = this.#on.filter(({ fault }) => fault.operation !== order.operation)
    this.#on.unshift({ fault: order, left: order.times ?? Infinity })
  }

  clear(): void {
    this.#on = []
  }

  /** The fault that spoils this request, if one does. Counts it. */
  take(operation: OperationName): { fault: Fault; settings: FaultSettings } | undefined {
    const found = this.#on.find(
      ({ fault, left }) =>
        left > 0 && (fault.operation === undefined || fault.operation === operation),
    )
    if (!found) return undefined
    found.left -= 1
    const { name, rows = 0, delay = 0, target = 'http://127.0.0.1:9/' } = found.fault
    return { fault: faults[name], settings: { rows, delay, target } }
  }
}

/** What somebody wrote, as an order for a fault. What no fault knows is left out of it. */
export function faultOrderOf(said: Record<string, unknown>): FaultOrder {
  const { name, operation, target } = said
  if (!isFaultName(name)) throw new Refusal(400, unknownFault(String(name)))
  if (operation !== undefined && !(typeof operation === 'string' && isOperation(operation)))
    throw new Refusal(400, `operation ${String(operation)} is not known`)
  const times = wholeNumber(said, 'times')
  const rows = wholeNumber(said, 'rows')
  const delay = wholeNumber(said, 'delay')
  if (rows !== undefined && rows > 200_000) throw new Refusal(400, 'rows must be 200000 at most')
  if (target !== undefined && !isHeaderText(target))
    throw new Refusal(400, 'target must be an address')
  return {
    name,
    ...(operation !== undefined && { operation }),
    ...(times !== undefined && { times }),
    ...(rows !== undefined && { rows }),
    ...(delay !== undefined && { delay }),
    ...(target !== undefined && { target }),
  }
}

function wholeNumber(said: Record<string, unknown>, field: string): number | undefined {
  const value = said[field]
  if (value === undefined) return undefined
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new Refusal(400, `${field} must be a whole number`)
  return value
}

const isHeaderText = (text: unknown): text is string =>
  typeof text === 'string' && /^[\x21-\x7e]+$/.test(text)

export const unknownFault = (name: string): string =>
  `No fault is called '${name}'. There are: ${faultNames.join(', ')}`
