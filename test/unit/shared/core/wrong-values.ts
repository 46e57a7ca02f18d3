import * as z from 'zod'

/** How zod, Node and undici put what a person is never told. */
export const libraryWords =
  /[Ii]nvalid |[Ee]xpected|[Rr]eceived|Too (small|big)|Unrecognized|[<>]=?\d|discriminator|must match|pattern|safeint|undefined|NaN|\[object|JSON at|\bE[A-Z]{4,}\b|errno|syscall|ERR_|UND_ERR|Unknown option|argument/

type Schema = z.core.$ZodType

const samples: readonly unknown[] = [
  ...['text', '10', '0.5', '5', 'ZE', 'https://api.example.com', '2026-11-23', '09:15', 'total'],
  ...['AAAA', 'TEXT', '8f0e4a52-1f5c-4b8e-9d55-2f6f3f1f8a11', 'none', 'MANUAL', 'INFY-EQ'],
  ...[1, 2, 10, 100, 1000, 0.5, true, null],
]

function sampleOf(schema: Schema): unknown {
  const found = samples.find((one) => z.safeParse(schema, one).success)
  if (found === undefined)
    throw new Error(
      `No sample fits: ${JSON.stringify(z.toJSONSchema(schema as z.ZodType, { unrepresentable: 'any', io: 'input' })).slice(0, 300)}`,
    )
  return found
}

/** What lies beneath defaults, options and empty values. */
function bare(schema: Schema): Schema {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodCatch ||
    schema instanceof z.ZodReadonly
  )
    return bare(schema.unwrap() as Schema)
  if (schema instanceof z.ZodPipe) return bare(schema.in as Schema)
  return schema
}

const shapeOf = (schema: z.ZodObject): [string, Schema][] => Object.entries(schema.shape)

/** An input that fits. */
export function right(schema: Schema): unknown {
  const inner = bare(schema)
  if (inner instanceof z.ZodObject)
    return Object.fromEntries(shapeOf(inner).map(([name, of]) => [name, right(of)]))
  if (inner instanceof z.ZodArray) {
    const one = [right(inner.element as Schema)]
    return z.safeParse(inner, one).success ? one : []
  }
  if (inner instanceof z.ZodRecord) return z.safeParse(inner, {}).success ? {} : fullRecord(inner)
  if (inner instanceof z.ZodUnion) return right(inner.options[0] as Schema)
  if (inner instanceof z.ZodEnum) return inner.options[0]
  if (inner instanceof z.ZodLiteral) return [...inner.values][0]
  return sampleOf(inner)
}

const fullRecord = (schema: z.ZodRecord): unknown => {
  const keys = bare(schema.keyType as Schema)
  const names = keys instanceof z.ZodEnum ? keys.options : []
  return Object.fromEntries(names.map((name) => [name, right(schema.valueType as Schema)]))
}

const nothings: readonly unknown[] = [undefined, null, '', ' ', 0, -5, 1.5, 1e20, Number.NaN, true]
const others: readonly unknown[] = [
  '-5',
  '1,5',
  'no such word',
  'a\u200Bb',
  'x'.repeat(5000),
  [],
  {},
  ['x'],
  { x: 1 },
]

/** Inputs each of which is wrong, or may be, at one place: of every kind, at every depth. */
export function* wrongOnes(schema: Schema): Generator<unknown> {
  yield* nothings
  yield* others
  const inner = bare(schema)
  if (inner instanceof z.ZodObject) {
    const whole = right(inner) as Record<string, unknown>
    yield { ...whole, surprise: 1 }
    for (const [name, of] of shapeOf(inner)) {
      const { [name]: _, ...without } = whole
      yield without
      for (const wrong of wrongOnes(of)) yield { ...whole, [name]: wrong }
    }
  } else if (inner instanceof z.ZodArray) {
    const element = right(inner.element as Schema)
    yield Array.from({ length: 5001 }, () => element)
    for (const wrong of wrongOnes(inner.element as Schema)) yield [wrong]
  } else if (inner instanceof z.ZodRecord) {
    const whole = fullRecord(inner) as Record<string, unknown>
    const [name = 'text'] = Object.keys(whole)
    yield Object.fromEntries(
      Array.from({ length: 1001 }, (_, at) => [`x${at}`, right(inner.valueType as Schema)]),
    )
    yield { [' ']: 1 }
    for (const wrong of wrongOnes(inner.valueType as Schema)) yield { ...whole, [name]: wrong }
  } else if (inner instanceof z.ZodUnion) {
    for (const option of inner.options) yield* wrongOnes(option as Schema)
    yield { ...(right(inner) as object), kind: 'no such kind', type: 'no such type' }
  }
}
