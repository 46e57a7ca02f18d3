/** How a field's text becomes the ticket's value, which its schema checks, and the value text again. */
export interface FieldValue {
  /** `undefined` for a field that the ticket goes without. */
  read(text: string, own: OwnValues): unknown
  write(value: unknown): string
}

/** What an account has of its own for a field that is left empty. */
export interface OwnValues {
  /** Percent; null for none. */
  protection: number | null
}

const written = (value: unknown): string => (typeof value === 'string' ? value : '')
const isEmpty = (text: string): boolean => text.trim() === ''

export const asTyped: FieldValue = { read: (text) => text, write: written }

export const emptyIsNull: FieldValue = {
  read: (text) => (isEmpty(text) ? null : text),
  write: written,
}

export const emptyIsLeftOut: FieldValue = {
  read: (text) => (isEmpty(text) ? undefined : text),
  write: written,
}

export const yesOrNo: FieldValue = {
  read: (text) => text === 'YES',
  write: (value) => (value === true ? 'YES' : 'NO'),
}

/** Empty for the account's own, `none` for a plain market order. */
export const protection: FieldValue = {
  read(text, own) {
    if (isEmpty(text)) return own.protection === null ? null : String(own.protection)
    return text.trim().toLowerCase() === 'none' ? null : text
  },
  write: (value) => (value === null ? 'none' : written(value)),
}

/** The fields of one order in a request of the service; empty ones are left out. */
export type ServiceFields = Readonly<Record<string, string>>

/** The service's field for a ticket's, and the value that a ticket has for what it says. */
export interface ServiceField {
  name: string
  read(fields: ServiceFields): unknown
}

export const named = (name: string): ServiceField => ({ name, read: (fields) => fields[name] })

/** The service's `0` says what a ticket says by null. */
export const zeroIsNull = (name: string): ServiceField => ({
  name,
  read(fields) {
    const text = fields[name]
    return text === undefined || !/[1-9]/.test(text) ? null : text
  },
})

export const yesIsTrue = (name: string): ServiceField => ({
  name,
  read: (fields) => fields[name] === 'YES',
})

/** Empty where slices are asked for without a size, which is then a problem of that field. */
export const splitQuantity: ServiceField = {
  name: 'split_quantity',
  read: ({ splitorder, split_quantity: units }) => (splitorder === 'YES' ? (units ?? '') : null),
}
