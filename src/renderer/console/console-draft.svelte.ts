import type { Account } from '../../shared/accounts/accounts.ts'
import type { Problem } from '../../shared/orders/problems.ts'
import type { Ticket } from '../../shared/orders/tickets.ts'
import {
  type CheckedFields,
  checkFields,
  type OperationField,
  fieldsOf,
} from '../../shared/service/fields.ts'
import {
  type OperationName,
  operations,
  type PlaceOperation,
} from '../../shared/service/operations.ts'
import { type Difference, differences, fieldNamed, meantBy, sentFields } from './console-tickets.ts'
import { OrderForm } from '../orders/order-form.svelte.ts'
import type { ServiceFields } from '../orders/ticket/field-values.ts'
import type { Session } from '../core/session.svelte.ts'
import type { Remark } from '../components/remarks.ts'

/** What is typed for one order; the only one of most operations. */
interface TypedOrder {
  id: string
  fields: ServiceFields
}

interface Read {
  ticket: Ticket | null
  problems: ReadonlyMap<string, string>
}

const isPlacement = (operation: OperationName): operation is PlaceOperation =>
  operations[operation].kind === 'place'

/** The form of one operation, made from its row of the table. */
export class ConsoleDraft extends OrderForm {
  readonly type = 'console'
  readonly operation: OperationName
  readonly form: readonly OperationField[]
  #account = $state('')
  #orders = $state.raw<readonly TypedOrder[]>([])
  /** ServiceFields that were left or sent once: what was only begun is not yet wrong. */
  #touched = $state.raw<ReadonlySet<string>>(new Set())

  /** Somebody typed here. */
  get isTouched(): boolean {
    return this.#touched.size > 0
  }

  readonly account: Account | null = $derived.by(
    () => this.session.accounts.all.find(({ id }) => id === this.#account) ?? null,
  )

  readonly #checked: readonly CheckedFields[] = $derived.by(() =>
    this.#orders.map(({ fields }) =>
      checkFields(this.operation, { ...filled(fields), broker: this.account?.broker }),
    ),
  )

  readonly #read: readonly Read[] = $derived.by(() =>
    this.#checked.map((checked) => {
      if (!checked.isSound) return { ticket: null, problems: checked.problems }
      if (!isPlacement(this.operation)) return { ticket: null, problems: none }
      const meant = meantBy(this.operation, this.#account, checked.data)
      return meant.ok
        ? { ticket: meant.ticket, problems: none }
        : { ticket: null, problems: meant.problems }
    }),
  )

  /** The fields as the operation's schema reads them, but the broker; null while something is wrong. */
  readonly each: readonly ServiceFields[] | null = $derived.by(() => {
    if (this.account === null || this.#read.some(({ problems }) => problems.size > 0)) return null
    return this.#checked.map((checked) => (checked.isSound ? withoutBroker(checked.data) : {}))
  })

  readonly tickets: readonly Ticket[] | null = $derived.by(() => {
    const tickets = this.#read.flatMap(({ ticket }) => ticket ?? [])
    return tickets.length > 0 && tickets.length === this.#read.length ? tickets : null
  })

  /** Where the desk will send something else than was typed. */
  readonly differences: readonly Difference[] = $derived.by(() => {
    const preview = this.previews.latest
    const { each, account } = this
    if (preview === null || each === null || account === null) return []
    // One that cannot be planned is missing among the requests, and nothing can be told of the rest.
    if (preview.orders.some((order) => order === null)) return []
    const typed = each.map((fields) => ({ ...fields, broker: account.broker }))
    return differences(typed, sentFields(preview.requests))
  })

  /** Other operations that the desk takes for it; or that it is cut into several requests. */
  readonly otherRequests: string | null = $derived.by(() => {
    const requests = this.previews.latest?.requests ?? []
    const others = [...new Set(requests.map(({ operation }) => operation))].filter(
      (operation) => operation !== this.operation,
    )
    if (others.length > 0) return `It is sent with ${others.join(' and ')}.`
    return requests.length > 1
      ? `It is sent as ${requests.length} requests, for no more may leave within a second.`
      : null
  })

  constructor(
    session: Session,
    operation: OperationName,
    start: { account: string; each?: readonly ServiceFields[] | undefined },
  ) {
    super(session)
    this.operation = operation
    this.form = fieldsOf(operation)
    this.#account = start.account
    this.#orders = (start.each ?? [this.#usual()]).map(typedOrder)
    if (start.each !== undefined) this.touchAll()
  }

  get isPlacement(): boolean {
    return isPlacement(this.operation)
  }
  get accountId(): string {
    return this.#account
  }
  set accountId(id: string) {
    this.#account = id
  }
  get orders(): readonly TypedOrder[] {
    return this.#orders
  }
  /** What an order was checked against: it changes when that does. */
  get market(): string {
    return `${this.session.stop.on} ${this.#account}`
  }

  change(id: string, field: string, value: string): void {
    this.#orders = this.#orders.map((order) =>
      order.id === id ? { ...order, fields: { ...order.fields, [field]: value } } : order,
    )
  }

  add(): void {
    const last = this.#orders.at(-1)
    this.#orders = [...this.#orders, typedOrder(last?.fields ?? this.#usual())]
  }

  remove(id: string): void {
    if (this.#orders.length > 1) this.#orders = this.#orders.filter((order) => order.id !== id)
  }

  touch(id: string, field: string): void {
    this.#touched = new Set(this.#touched).add(`${id}/${field}`)
  }

  touchAll(): void {
    this.#touched = new Set(
      this.#orders.flatMap(({ id }) => this.form.map(({ name }) => `${id}/${name}`)),
    )
  }

  /** What is said at a field: by the schema, or by the desk. */
  remarksOf(order: number, field: string): readonly Remark[] {
    const typed = this.#orders[order]
    const wrong = this.#read[order]?.problems.get(field)
    if (wrong !== undefined)
      return typed !== undefined && this.#touched.has(`${typed.id}/${field}`)
        ? [{ level: 'refuse', message: `${field} ${wrong}` }]
        : []
    return this.#told
      .filter((one) => one.order === order && this.#placeOf(one) === field)
      .map(({ level, message }) => ({ level, message }))
  }

  /** What the desk says of an order, or of all, that is about no field of this form. */
  readonly general: readonly Remark[] = $derived.by(() =>
    this.#told
      .filter((one) => one.order === null || this.#placeOf(one) === null)
      .map(({ level, message }) => ({ level, message })),
  )

  get #told(): readonly Problem[] {
    return this.previews.current?.problems ?? []
  }

  #placeOf({ field }: Problem): string | null {
    if (field === null || !isPlacement(this.operation)) return null
    const name = fieldNamed(this.operation, field)
    return this.form.some((one) => one.name === name) ? name : null
  }

  /** A placement needs a strategy, and the account's own is the likeliest. */
  #usual(): ServiceFields {
    const strategy = this.form.find(({ name }) => name === 'strategy')
    const own = this.session.accounts.all.find(({ id }) => id === this.#account)?.strategy
    return strategy === undefined || strategy.isOptional || own === undefined
      ? {}
      : { strategy: own }
  }
}

const none: ReadonlyMap<string, string> = new Map()

const typedOrder = (fields: ServiceFields): TypedOrder => ({ id: crypto.randomUUID(), fields })

const filled = (fields: ServiceFields): ServiceFields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== ''))

const withoutBroker = ({ broker: _, ...fields }: Record<string, string>): ServiceFields => fields
