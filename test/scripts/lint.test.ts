import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { lintCommands, lintEnvironment } from '../../scripts/parts/lint.mjs'
import { childEnvironment, root, run } from '../../scripts/set-up/run.mjs'

/** Each rule that asks for types, with a statement that breaks it. */
const breaches = {
  'no-floating-promises': 'export const a = (): void => { later() }',
  'no-misused-promises': 'export const b = (): void => { soon(async () => {}) }',
  'switch-exhaustiveness-check': `export const c = (side: 'buy' | 'sell'): void => { switch (side) { case 'buy': return } }`,
  'await-thenable': 'export const d = async (): Promise<number> => await 7',
}
/** What looks like one, and is none. */
const innocent = `export const e = (side: 'buy' | 'sell'): number => { switch (side) { case 'buy': return 1; default: return 2 } }
export const f = (): void => void later()`

const needed = `const later = async (): Promise<void> => {}
const soon = (call: () => void): void => call()`
const script = [needed, ...Object.values(breaches), innocent].join('\n')

/** Each rule that plain TypeScript is held to whatever its types, with what breaks it. */
const untypedBreaches = {
  'for-direction': 'for (let at = 0; at < 9; at--) use(at)',
  'no-async-promise-executor': 'use(new Promise(async (done) => done(1)))',
  'no-case-declarations': 'switch (given) { case 1: let inCase = 1; use(inCase) }',
  'no-compare-neg-zero': 'use(given === -0)',
  'no-cond-assign': 'if ((given = 2)) use(1); while (given = 3) use(1)',
  'no-constant-binary-expression': 'use({} ?? given)',
  'no-constant-condition': 'if (1) use(1)',
  'no-control-regex': 'use(/\\x1f/)',
  'no-debugger': 'debugger',
  'no-dupe-else-if': 'if (given === 1) use(1); else if (given === 1) use(2)',
  'no-duplicate-case': 'switch (given) { case 1: use(1); break; case 1: use(2) }',
  'no-empty': 'if (given === 4) {}',
  'no-empty-character-class': 'use(/a[]/)',
  'no-empty-pattern': 'const {} = given as object',
  'no-empty-static-block': 'use(class { static {} })',
  'no-ex-assign': 'try { use(1) } catch (error) { error = 1; use(error) }',
  'no-extra-boolean-cast': 'if (!!given) use(1)',
  'no-fallthrough': 'switch (given) { case 1: use(1); case 2: use(2) }',
  'no-global-assign': 'Object = given as never',
  'no-invalid-regexp': `use(new RegExp('['))`,
  'no-irregular-whitespace': 'use(\u00a01)',
  'no-loss-of-precision': 'use(9007199254740993)',
  'no-misleading-character-class': 'use(/[👍]/)',
  'no-prototype-builtins': `use(Object(given).hasOwnProperty('a'))`,
  'no-regex-spaces': 'use(/a  b/)',
  'no-self-assign': 'given = given',
  'no-shadow-restricted-names': 'const shadows = (undefined: number) => undefined; use(shadows)',
  'no-sparse-arrays': 'use([1, , 2])',
  'no-unassigned-vars': 'let never: number | undefined; use(never)',
  'no-unexpected-multiline': 'const called = use\n(given)\nuse(called)',
  'no-unsafe-finally': 'use(() => { try { use(1) } finally { return 1 } })',
  'no-unsafe-optional-chaining': 'use((Object(given)?.a).b)',
  'no-unused-labels': 'unused: use(1)',
  'no-unused-private-class-members': 'use(class { #unused = 1 })',
  'no-useless-assignment': 'use(() => { let useless = 1; use(useless); useless = 2 })',
  'no-useless-backreference': 'use(/\\1(a)/)',
  'no-useless-catch': 'try { use(1) } catch (error) { throw error }',
  'no-useless-escape': `use('\\a')`,
  'preserve-caught-error': `try { use(1) } catch (error) { use(error); throw new Error('lost') }`,
  'require-yield': 'use(function* () { use(1) })',
  'use-isnan': 'use(given === NaN)',
  'valid-typeof': `use(typeof given === 'strnig')`,
  'no-var': 'var old = 1; use(old)',
  'prefer-const': 'let steady = 1; use(steady)',
  'prefer-rest-params': 'use(function () { use(arguments) })',
  'prefer-spread': 'use(Math.max.apply(Math, given as never))',
  'no-explicit-any': 'use((some: any) => some)',
  'consistent-type-imports': `import { Other } from './other.ts'; export type Again = Other`,
  'no-unused-vars': 'const unused = 1',
  'no-restricted-exports': 'export default use',
  'no-restricted-imports': `import 'svelte/internal'`,
}
const untyped = [
  'declare const use: (...some: unknown[]) => void',
  'declare let given: unknown',
  ...Object.values(untypedBreaches),
].join('\n')

/** A checkout of settings alone, each folder typed by its own project. */
const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-lint-'))
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

for (const config of [
  ...['.gitignore', 'tsconfig.json', 'eslint.config.js', '.oxlintrc.json', 'package.json'],
  ...['src', 'src/renderer', 'test', 'test/component'].map((at) => `${at}/tsconfig.json`),
]) {
  mkdirSync(dirname(join(folder, config)), { recursive: true })
  copyFileSync(join(root, config), join(folder, config))
}

const inComponent = (text: string) => `<script lang="ts" module>\n${text}\n</script>`
const isolated = `${needed.split('\n')[0]}\n${innocent}`

/** One run over all files: the linters' own start takes longer than their work. */
const files = {
  'src/a.ts': script,
  'src/renderer/a.ts': script,
  'src/untyped.ts': untyped,
  'src/renderer/untyped.svelte.ts': untyped,
  'test/untyped.ts': untyped,
  'src/renderer/a.svelte.ts': script,
  'test/a.ts': script,
  'test/component/a.ts': script,
  'src/renderer/A.svelte': inComponent(script),
  'src/innocent.ts': isolated,
  'src/renderer/Innocent.svelte': inComponent(isolated),
  'src/main/window-in-desk.ts': 'export const title = document.title',
  'scripts/count.mjs': "/** @type {number} */\nexport const count = 'two'",
  'src/renderer/node-in-window.ts': 'export const home = process.env',
  'test/component/sum.ts': `export const sum: number = 'two'`,
}

/** By what names the project’s lint finds fault with each file. */
async function faultsFound(): Promise<Map<string, string[]>> {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const found = new Map(Object.keys(files).map((path) => [path, [] as string[]]))
  for (const command of lintCommands()) {
    const { output } = await run([...command, '--format=json'], {
      seconds: 300,
      env: { ...childEnvironment(), ...lintEnvironment, NO_COLOR: '1' },
      cwd: folder,
    })
    // What comes before is a parser's note on its own settings.
    const report: unknown = JSON.parse(output.slice(output.search(/^(\[\{|\{)/m)))
    const faults = Array.isArray(report)
      ? eslintFaults(report as EslintReport)
      : oxlintFaults(report as OxlintReport)
    for (const { path, fault } of faults) found.get(path)?.push(fault)
  }
  return found
}

interface Fault {
  path: string
  fault: string
}

interface OxlintReport {
  diagnostics: { filename: string; code: string }[]
}

type EslintReport = { filePath: string; messages: { ruleId: string | null }[] }[]

const oxlintFaults = ({ diagnostics }: OxlintReport): Fault[] =>
  diagnostics.map(({ filename, code }) => ({ path: filename, fault: code }))

const eslintFaults = (report: EslintReport): Fault[] =>
  report.flatMap(({ filePath, messages }) =>
    messages.map(({ ruleId }) => ({
      path: relative(realpathSync(folder), filePath),
      fault: ruleId ?? 'unreadable',
    })),
  )

describe('lint', { timeout: 300_000 }, () => {
  const found = faultsFound()

  it.each([
    ['the desk', 'src/a.ts'],
    ['the window', 'src/renderer/a.ts'],
    ['the state of the window', 'src/renderer/a.svelte.ts'],
    ['tests', 'test/a.ts'],
    ['tests of the window', 'test/component/a.ts'],
    ['components', 'src/renderer/A.svelte'],
  ])('holds each rule that asks for types in %s', async (_, path) => {
    const faults = (await found).get(path) ?? []
    expect(
      Object.keys(breaches).filter((rule) => faults.some((fault) => fault.includes(rule))),
    ).toEqual(Object.keys(breaches))
  })

  it.each([
    ['the desk', 'src/untyped.ts'],
    ['the state of the window', 'src/renderer/untyped.svelte.ts'],
    ['tests', 'test/untyped.ts'],
  ])('holds each other rule in %s', async (_, path) => {
    const faults = (await found).get(path) ?? []
    expect(
      Object.keys(untypedBreaches).filter(
        (rule) => !faults.some((fault) => fault.endsWith(`(${rule})`)),
      ),
    ).toEqual([])
  })

  it.each(['src/innocent.ts', 'src/renderer/Innocent.svelte'])('leaves %s alone', async (path) => {
    expect((await found).get(path)).toEqual([])
  })

  it.each([
    ['the document in the desk', 'src/main/window-in-desk.ts', 'TS2584'],
    ['Node in the window', 'src/renderer/node-in-window.ts', 'TS2591'],
    ['a text that is no number in a test', 'test/component/sum.ts', 'TS2322'],
    ['a script that says what it does not mean', 'scripts/count.mjs', 'TS2322'],
  ])('finds %s by its types', async (_, path, code) => {
    expect((await found).get(path)).toEqual([`typescript(${code})`])
  })
})
