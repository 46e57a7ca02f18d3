import { isObject, jsonOf } from '../../shared/core/json.ts'
import { type OperationName, operations } from '../../shared/service/operations.ts'
import type { CarriedPanel } from '../core/carried-panels.ts'
import type { ServiceFields } from '../orders/ticket/field-values.ts'
import type { ConsoleView } from './console.svelte.ts'

interface CarriedForm {
  operation: OperationName
  account: string
  each: readonly ServiceFields[]
}

/** The form that is in sight. What was run stays where it was run, and is in the journal. */
export const carriedConsole = (view: ConsoleView): CarriedPanel => ({
  stays: () =>
    view.draft.review === null ? null : 'it shows what is being sent. Finish that first.',
  give: () => {
    const { operation, accountId, orders, isTouched } = view.draft
    if (!isTouched) return null
    const form: CarriedForm = {
      operation,
      account: accountId,
      each: orders.map((one) => one.fields),
    }
    return JSON.stringify(form)
  },
  refuses: (given) => {
    const form = readForm(given)
    if (form === null) return 'its form cannot be read there.'
    const own = view.drafts.find(({ operation }) => operation === form.operation)
    return own?.isTouched === true || own?.review != null
      ? 'the other window has a form of its own for this operation. Empty or send that first.'
      : null
  },
  take: (given) => {
    const form = readForm(given)
    if (form !== null) view.takeOver(form)
  },
  drop: () => view.leave(),
})

function readForm(given: string): CarriedForm | null {
  const form = jsonOf(given)
  if (!isObject(form)) return null
  const { operation, account, each } = form
  const isKnown = typeof operation === 'string' && Object.hasOwn(operations, operation)
  if (!isKnown || typeof account !== 'string' || !Array.isArray(each)) return null
  const isTyped = each.every(
    (fields) => isObject(fields) && Object.values(fields).every((text) => typeof text === 'string'),
  )
  return isTyped && each.length > 0
    ? { operation: operation as OperationName, account, each: each as ServiceFields[] }
    : null
}
