import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { withoutUnusedZodParts } from '../../scripts/set-up/without-unused-zod-parts.ts'

const installed = new URL('../../node_modules/zod/v4/classic/schemas.js', import.meta.url)

it('leaves all of the installed library but its writers, its words and its compiler', async () => {
  const code = await readFile(installed, 'utf8')
  const rest = withoutUnusedZodParts(code)
  expect(rest).not.toMatch(/processJSONSchema|to-json-schema|locales\/en|JIT/)
  const exported = (text: string): string[] => text.match(/^export (const|function) \w+/gm) ?? []
  expect(exported(rest)).toEqual(exported(code))
})

it('builds no window of a library that it does not know', () => {
  expect(() => withoutUnusedZodParts('export const string = () => 1')).toThrow('zod has changed')
})
