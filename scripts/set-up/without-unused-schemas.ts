import { parseAst } from 'vite'

interface Node {
  type: string
  start: number
  end: number
}

/** What is read of a statement. */
interface Statement extends Node {
  declaration?: Statement | null
  declarations?: { init: Node | null }[]
}

const makesSchemas = /\bfrom\s*["']zod["']/

/** The calls that make what a module names. */
const callsOf = (statements: readonly Statement[]): Node[] =>
  statements
    .map((statement) => statement.declaration ?? statement)
    .flatMap(({ declarations = [] }) => declarations)
    .flatMap(({ init }) => (init?.type === 'CallExpression' ? [init] : []))

/**
 * A module of schemas, in which each call that makes a constant is said to do nothing else. Of a chain
 * of calls the bundler knows that by itself of none, and would keep what nobody asks for.
 */
export const withSchemasThatMayGo = (code: string): string =>
  callsOf(parseAst(code).body as unknown as Statement[]).reduceRight(
    (rest, { start, end }) =>
      `${rest.slice(0, start)}/* @__PURE__ */ (() => ${rest.slice(start, end)})()${rest.slice(end)}`,
    code,
  )

/** Leaves schemas out of the window that nothing in it asks for. */
export const noUnusedSchemas = () => ({
  name: 'no-unused-schemas',
  enforce: 'post' as const,
  transform: (code: string, id: string) =>
    /\/src\/(shared|renderer)\/.*\.ts$/.test(id) && makesSchemas.test(code)
      ? { code: withSchemasThatMayGo(code), map: { mappings: '' as const } }
      : null,
})
