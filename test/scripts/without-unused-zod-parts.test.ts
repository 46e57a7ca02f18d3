import { readFile, readdir } from 'node:fs/promises'
import { sep } from 'node:path'
import { expect, it } from 'vitest'
import { withoutUnusedZodParts } from '../../scripts/set-up/without-unused-zod-parts.ts'

const installed = new URL('../../node_modules/zod/v4/classic/schemas.js', import.meta.url)

it('leaves all of the installed library but what a window never asks of it', async () => {
  const code = await readFile(installed, 'utf8')
  const rest = withoutUnusedZodParts(code)
  expect(rest).not.toMatch(
    /processJSONSchema|to-json-schema|locales\/en|JIT|core\.memoizer|parse\.\w*(Async|ncode)/,
  )
  for (const way of ['parse', 'safeParse', 'refine', 'optional'])
    expect(rest).toContain(code.match(new RegExp(`^    ${way}(?:\\(|: )[^]*?^    \\},\n`, 'm'))![0])
  const exported = (text: string): string[] => text.match(/^export (const|function) \w+/gm) ?? []
  expect(exported(rest)).toEqual(exported(code))
})

it('has nothing of the window ask a schema in a way that it is built without', async () => {
  const unused = /\.(\w+Async|safe(En|De)code|spa|toJSONSchema)\(|~standard/
  const folders = ['renderer', 'shared'].map(
    (name) => new URL(`../../src/${name}/`, import.meta.url),
  )
  for (const folder of folders)
    for (const name of await readdir(folder, { recursive: true })) {
      if (!/\.(ts|svelte)$/.test(name)) continue
      expect(await readFile(new URL(name.replaceAll(sep, '/'), folder), 'utf8'), name).not.toMatch(
        unused,
      )
    }
})

it('builds no window of a library that it does not know', () => {
  expect(() => withoutUnusedZodParts('export const string = () => 1')).toThrow('zod has changed')
})
