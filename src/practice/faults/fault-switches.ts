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
    const problem = problemWith(order)
    if (problem !== undefined) throw new Refusal(400, problem)
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

function problemWith(order: FaultOrder): string | undefined {
  if (!isFaultName(order.name)) return unknownFault(String(order.name))
  if (order.operation !== undefined && !isOperation(order.operation))
    return `operation ${String(order.operation)} is not known`
  for (const field of ['times', 'rows', 'delay'] as const) {
    const value: unknown = order[field]
    if (value !== undefined && !(Number.isSafeInteger(value) && Number(value) >= 0))
      return `${field} must be a whole number`
  }
  if (Number(order.rows ?? 0) > 200_000) return 'rows must be 200000 at most'
  if (order.target !== undefined && !isHeaderText(order.target)) return 'target must be an address'
  return undefined
}

const isHeaderText = (text: unknown): boolean =>
  typeof text === 'string' && /^[\x21-\x7e]+$/.test(text)

export const unknownFault = (name: string): string =>
  `No fault is called '${name}'. There are: ${faultNames.join(', ')}`
