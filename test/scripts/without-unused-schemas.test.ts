import { describe, expect, it } from 'vitest'
import { build, type Rolldown } from 'vite'
import {
  noUnusedSchemas,
  withSchemasThatMayGo,
} from '../../scripts/set-up/without-unused-schemas.ts'

const kept = `export const word = 'kept'`
const schemas = `
import * as z from 'zod'
export const Name = z.string().trim().max(60)
export const Named = z.object({ name: Name.optional() }).refine(Boolean)
${kept}
`

async function bundled(asked: string): Promise<string> {
  const sources: Record<string, string> = {
    '/src/shared/entry.ts': `export { ${asked} } from '/src/shared/schemas.ts'`,
    '/src/shared/schemas.ts': schemas,
  }
  const [built] = (await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'sources',
        resolveId: (id) => (id in sources ? id : null),
        load: (id) => sources[id],
      },
      noUnusedSchemas(),
    ],
    build: {
      write: false,
      minify: false,
      lib: { entry: '/src/shared/entry.ts', formats: ['es'] },
      rolldownOptions: { external: ['zod'] },
    },
  })) as Rolldown.RolldownOutput[]
  return built!.output[0].code
}

describe('schemas of the window', () => {
  it('are left out where only what stands beside them is asked for', async () => {
    expect(await bundled('word')).not.toMatch(/trim|refine/)
  })

  it('stay, with all that they are made of, where they are asked for', async () => {
    const code = await bundled('Named')
    expect(code).toMatch(/trim/)
    expect(code).toMatch(/refine/)
  })

  it('say the same as before', () => {
    expect(withSchemasThatMayGo(kept)).toBe(kept)
    expect(withSchemasThatMayGo('const one = two(3).four(5), six = 7')).toBe(
      'const one = /* @__PURE__ */ (() => two(3).four(5))(), six = 7',
    )
  })
})
