const writers = /^\s*inst\._zod\.processJSONSchema = .*;$/gm
const importOfMakers =
  'import { createStandardJSONSchemaMethod, createToJSONSchemaMethod } from "../core/to-json-schema.js";'
const noMakers = `const nothing = () => undefined
const createStandardJSONSchemaMethod = nothing, createToJSONSchemaMethod = () => nothing;`

/** The schemas of the library, without what writes a schema down as another kind of schema. */
export function withoutJsonSchemas(code: string): string {
  const rest = code.replaceAll(writers, '').replace(importOfMakers, noMakers)
  if (!code.match(writers) || !rest.includes(noMakers))
    throw new Error('zod has changed: look anew at what of its schemas the window can do without.')
  return rest
}

/** Leaves out of the window what each schema brings along and nobody calls: a tenth of its libraries. */
export const noJsonSchemas = () => ({
  name: 'no-json-schemas',
  transform: (code: string, id: string) =>
    id.endsWith('/zod/v4/classic/schemas.js')
      ? { code: withoutJsonSchemas(code), map: { mappings: '' as const } }
      : null,
})
