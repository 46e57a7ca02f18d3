const writers = /^\s*inst\._zod\.processJSONSchema = .*;$/gm
const importOfMakers =
  'import { createStandardJSONSchemaMethod, createToJSONSchemaMethod } from "../core/to-json-schema.js";'
const noMakers = `const nothing = () => undefined
const createStandardJSONSchemaMethod = nothing, createToJSONSchemaMethod = () => nothing;`

/** Asked only for what `schema-words.ts` has no words for, and that has words for all. */
const importOfEnglish = 'import en from "../locales/en.js";'
const noEnglish = 'const en = () => ({});'

/** A page makes no functions of texts (jitless.ts): a schema of an object reads without one as it would then. */
const compiled = 'core.$ZodObjectJIT.init(inst, def);'
const interpreted = 'core.$ZodObject.init(inst, def);'

/** For values that hold themselves, as nothing does that a window reads: all of it was a text. */
const remembering = 'core.config({ memoizer: core.memoizer() });'
const forgetting = 'return;'

/** Ways to ask a schema that nobody goes here: those that wait, that go both ways, and that other libraries go. */
const unusedWays = [
  ...['parse', 'safeParse', 'validate', 'encode', 'decode', 'safeEncode', 'safeDecode'].map(
    (name) => `${name}Async`,
  ),
  ...['encode', 'decode', 'safeEncode', 'safeDecode', 'validate', 'spa', '"~standard"'],
]
const wayOf = (name: string): RegExp =>
  new RegExp(`^    (?:async |get |set )?${name}(?:\\(|: )[^]*?^    \\},\n`, 'gm')

/** The schemas of the library, without what writes them down as another kind of schema, its own words, its compiler, its care for values that hold themselves, and ways to ask that nobody goes. */
export function withoutUnusedZodParts(code: string): string {
  const rest = code
    .replaceAll(writers, '')
    .replace(importOfMakers, noMakers)
    .replace(importOfEnglish, noEnglish)
    .replace(compiled, interpreted)
    .replace(remembering, forgetting)
  const withoutWays = unusedWays.reduce((text, name) => text.replace(wayOf(name), ''), rest)
  const replaced = [noMakers, noEnglish, interpreted, forgetting]
  const hasAll =
    code.match(writers) !== null &&
    replaced.every((text) => !code.includes(text) && rest.includes(text)) &&
    unusedWays.every((name) => wayOf(name).test(rest))
  if (!hasAll)
    throw new Error('zod has changed: look anew at what of its schemas the window can do without.')
  return withoutWays
}

/** Leaves out of the window what each schema brings along and nobody calls: a tenth of its libraries. */
export const noUnusedZodParts = () => ({
  name: 'no-unused-zod-parts',
  transform: (code: string, id: string) =>
    id.endsWith('/zod/v4/classic/schemas.js')
      ? { code: withoutUnusedZodParts(code), map: { mappings: '' as const } }
      : null,
})
