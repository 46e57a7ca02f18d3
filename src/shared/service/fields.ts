import * as z from 'zod'
import { type OperationName, operations } from './operations.ts'

/** A field of an operation, as its form shows it. */
export interface OperationField {
  name: string
  doc: string
  /** The words it takes; null where it takes any text. */
  words: readonly string[] | null
  isOptional: boolean
}

/** The fields of an operation, but the broker, which is the account's. Read from its schema. */
export function fieldsOf(operation: OperationName): OperationField[] {
  const shape: Record<string, z.ZodType> = operations[operation].request.shape
  return Object.entries(shape)
    .filter(([name]) => name !== 'broker')
    .map(([name, schema]) => {
      const isOptional = schema instanceof z.ZodOptional
      const inner = isOptional ? schema.unwrap() : schema
      const words = inner instanceof z.ZodEnum ? inner.options.map(String) : null
      const doc = schema.description ?? (inner as z.ZodType).description ?? ''
      return { name, doc, words, isOptional }
    })
}

export type CheckedFields =
  | { isSound: true; data: Record<string, string> }
  /** The first thing that is wrong with each field, in the order of the schema. */
  | { isSound: false; problems: ReadonlyMap<string, string> }

/** What the operation's own schema makes of fields, and in plain words what is wrong with them. */
export function checkFields(
  operation: OperationName,
  given: Readonly<Record<string, unknown>>,
): CheckedFields {
  const checked = operations[operation].request.safeParse(given)
  if (checked.success) return { isSound: true, data: checked.data }
  const problems = new Map<string, string>()
  for (const issue of checked.error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0])]
    for (const name of names) if (!problems.has(name)) problems.set(name, said(issue, given[name]))
  }
  return { isSound: false, problems }
}

function said(issue: z.core.$ZodIssue, given: unknown): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'is not a field of this operation'
    case 'invalid_value':
    case 'invalid_type':
      if (given === undefined) return 'is missing'
      return issue.code === 'invalid_value'
        ? `must be one of ${issue.values.join(', ')}`
        : 'must be text'
    case 'too_small':
      return 'must not be empty'
    case 'too_big':
      return 'is too long'
    default:
      return issue.message
  }
}
