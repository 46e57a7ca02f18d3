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

/** The schemas of the library, without what writes them down as another kind of schema, its own words, and its compiler. */
export function withoutUnusedZodParts(code: string): string {
  const rest = code
    .replaceAll(writers, '')
    .replace(importOfMakers, noMakers)
    .replace(importOfEnglish, noEnglish)
    .replace(compiled, interpreted)
  const replaced = [noMakers, noEnglish, interpreted]
  if (!code.match(writers) || !replaced.every((text) => rest.includes(text)))
    throw new Error('zod has changed: look anew at what of its schemas the window can do without.')
  return rest
}

/** Leaves out of the window what each schema brings along and nobody calls: a tenth of its libraries. */
export const noUnusedZodParts = () => ({
  name: 'no-unused-zod-parts',
  transform: (code: string, id: string) =>
    id.endsWith('/zod/v4/classic/schemas.js')
      ? { code: withoutUnusedZodParts(code), map: { mappings: '' as const } }
      : null,
})
