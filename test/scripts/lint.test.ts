import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
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

/** A checkout of settings alone, each folder typed by its own project, with one file at a time. */
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

/** Which of the rules the project’s lint finds broken in this file. */
async function rulesBroken(path: string, text: string): Promise<string[]> {
  writeFileSync(join(folder, path), text)
  let told = ''
  for (const command of lintCommands()) {
    const env = { ...childEnvironment(), ...lintEnvironment, NO_COLOR: '1' }
    told += (await run(command, { seconds: 120, env, cwd: folder })).output
  }
  rmSync(join(folder, path))
  return Object.keys(breaches).filter((rule) => told.includes(rule))
}

describe('a rule that asks for types', { timeout: 120_000 }, () => {
  it.each([
    ['the desk', 'src/a.ts', script],
    ['the window', 'src/renderer/a.ts', script],
    ['the state of the window', 'src/renderer/a.svelte.ts', script],
    ['tests', 'test/a.ts', script],
    ['tests of the window', 'test/component/a.ts', script],
    ['components', 'src/renderer/A.svelte', `<script lang="ts" module>\n${script}\n</script>`],
  ])('holds in %s', async (_, path, text) => {
    expect(await rulesBroken(path, text)).toEqual(Object.keys(breaches))
  })

  it.each(['src/a.ts', 'src/renderer/A.svelte'])('leaves %s alone', async (path) => {
    const text = `const later = async (): Promise<void> => {}\n${innocent}`
    const isComponent = path.endsWith('.svelte')
    expect(
      await rulesBroken(path, isComponent ? `<script lang="ts" module>${text}</script>` : text),
    ).toEqual([])
  })
})
