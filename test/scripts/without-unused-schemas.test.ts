import { describe, expect, it } from 'vitest'
import { build, type Rolldown } from 'vite'
import * as z from 'zod'
import {
  madeLate,
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

  it('are made when they are first asked for anything, and nothing else is', () => {
    expect(withSchemasThatMayGo(kept)).toBe(kept)
    expect(withSchemasThatMayGo('const one = two(3).four(5), six = 7')).toBe(
      'const one = /* @__PURE__ */ (() => two(3).four(5))(), six = 7',
    )
    const source = `import { Six, seven } from './six.ts'
export const One = z.string().max(3)
const two = One.optional(), three = One.options.map(String), four = One.parse('')
const five = Math.max(5, 6), eight = Six.extend({}), nine = seven.max(9), ten = record({})`
    const late = [...withSchemasThatMayGo(source).matchAll(/(\w+) = \/\* @__PURE__ \*\/ _made/g)]
    expect(late.map(([, name]) => name)).toEqual(['One', 'two', 'eight', 'ten'])
  })

  it('are as good late as at once', () => {
    let made = 0
    const Side = madeLate(() => ((made += 1), z.enum(['BUY', 'SELL'])))
    const Order = madeLate(() =>
      z.strictObject({ kind: z.literal('order'), side: Side.optional() }),
    )
    const Note = madeLate(() => z.strictObject({ kind: z.literal('note'), text: z.string() }))
    const Any = madeLate(() => z.discriminatedUnion('kind', [Order, Note]))
    expect(made).toBe(0)
    expect(Any.parse({ kind: 'order', side: 'BUY' })).toEqual({ kind: 'order', side: 'BUY' })
    expect(Any.safeParse({ kind: 'order', side: 'HOLD' }).success).toBe(false)
    expect(Order.extend({ note: Note }).safeParse({ kind: 'order' }).success).toBe(false)
    expect(Side.options).toEqual(['BUY', 'SELL'])
    expect(Side).toBeInstanceOf(z.ZodEnum)
    expect('options' in Side).toBe(true)
    expect(z.array(Side).parse(['SELL'])).toEqual(['SELL'])
    expect(made).toBe(1)
  })
})
