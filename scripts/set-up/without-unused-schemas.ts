import { parseAst } from 'vite'

interface Node {
  type: string
  start: number
  end: number
}

/** What is read of an expression. */
interface Expression extends Node {
  name?: string
  callee?: Expression
  object?: Expression
  property?: Expression
}

/** What is read of a statement. */
interface Statement extends Node {
  specifiers?: { local?: Expression }[]
  declaration?: Statement | null
  declarations?: { id: Expression; init: Expression | null }[]
}

const makesSchemas = /\bfrom\s*["']zod["']/

/** What of the library answers a schema; of any other call it is not known what it answers. */
const answersSchema = new Set([
  ...['string', 'number', 'int', 'boolean', 'literal', 'enum', 'uuid', 'unknown', 'date'],
  ...['object', 'strictObject', 'looseObject', 'array', 'tuple', 'record', 'partialRecord'],
  ...['union', 'discriminatedUnion', 'intersection', 'preprocess'],
  ...['optional', 'nullable', 'nullish', 'default', 'catch', 'pipe', 'transform', 'readonly'],
  ...['refine', 'superRefine', 'check', 'overwrite', 'extend', 'omit', 'pick', 'partial'],
  ...['min', 'max', 'length', 'regex', 'startsWith', 'endsWith', 'includes', 'trim', 'toUpperCase'],
  ...['positive', 'nonnegative', 'multipleOf', 'gt', 'gte', 'lt', 'lte'],
  ...['describe', 'extract', 'exclude'],
])

/** What of ours does. */
const ofOurs = new Set(['record', 'nameOf'])

/** Whether an expression is a chain of calls, from the library or a schema on, each of which answers a schema. */
function isSchema({ type, name = '', callee }: Expression, schemas: ReadonlySet<string>): boolean {
  if (type === 'Identifier') return schemas.has(name)
  if (type !== 'CallExpression') return false
  if (callee?.type === 'Identifier') return ofOurs.has(callee.name ?? '')
  if (callee?.type !== 'MemberExpression') return false
  const { object, property } = callee
  return (
    answersSchema.has(property?.name ?? '') && object !== undefined && isSchema(object, schemas)
  )
}

/** The calls that make what a module names, and which of them make a schema. */
function callsOf(statements: readonly Statement[]): (Node & { makesSchema: boolean })[] {
  const imported = statements
    .filter(({ type }) => type === 'ImportDeclaration')
    .flatMap(({ specifiers = [] }) => specifiers.map(({ local }) => local?.name ?? ''))
  // What is imported and has a capital is a schema, where it is asked for another one.
  const schemas = new Set(['z', ...imported.filter((name) => /^[A-Z]/.test(name))])
  return statements
    .map((statement) => statement.declaration ?? statement)
    .flatMap(({ declarations = [] }) => declarations)
    .flatMap(({ id, init }) => {
      if (init?.type !== 'CallExpression') return []
      const makesSchema = isSchema(init, schemas)
      if (makesSchema && id.name !== undefined) schemas.add(id.name)
      return [{ ...init, makesSchema }]
    })
}

/**
 * What is made when it is first asked for anything. A window knows a hundred schemas, and asks two of
 * them before its first sight. Written into the window as it stands here.
 */
export function madeLate<Made extends object>(make: () => Made): Made {
  let made: Made | undefined
  const all = () => (made ??= make())
  return new Proxy({} as Made, {
    get: (_, key) => Reflect.get(all(), key) as unknown,
    has: (_, key) => Reflect.has(all(), key),
    getPrototypeOf: () => Reflect.getPrototypeOf(all()),
  })
}

const place = 'virtual:made-late'
const importOfMadeLate = `import { madeLate as _madeLate } from '${place}';\n`

/**
 * A module of schemas, in which each call that makes a constant is said to do nothing else, and each
 * schema is made late. Of a chain of calls the bundler knows that by itself of none, and would keep what
 * nobody asks for.
 */
export function withSchemasThatMayGo(code: string): string {
  const calls = callsOf(parseAst(code).body as unknown as Statement[])
  const rest = calls.reduceRight((text, { start, end, makesSchema }) => {
    const [before, call, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)]
    const made = makesSchema ? `_madeLate(() => ${call})` : `(() => ${call})()`
    return `${before}/* @__PURE__ */ ${made}${after}`
  }, code)
  return calls.some(({ makesSchema }) => makesSchema) ? `${importOfMadeLate}${rest}` : rest
}

/** Leaves schemas out of the window that nothing in it asks for, and makes the others late. */
export const noUnusedSchemas = () => ({
  name: 'no-unused-schemas',
  enforce: 'post' as const,
  resolveId: (id: string) => (id === place ? `\0${place}` : null),
  load: (id: string) => (id === `\0${place}` ? `export ${String(madeLate)}` : null),
  transform: (code: string, id: string) =>
    /\/src\/(shared|renderer)\/.*\.ts$/.test(id) && makesSchemas.test(code)
      ? { code: withSchemasThatMayGo(code), map: { mappings: '' as const } }
      : null,
})
