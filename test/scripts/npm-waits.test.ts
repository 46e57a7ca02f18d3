import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { npm } from '../../scripts/set-up/run.mjs'

afterEach(() => void vi.unstubAllEnvs())

/** What is said while an npm runs that is as silent as the real one, for some milliseconds. */
async function saidWhile(milliseconds: number, patience: number): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-npm-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const cli = join(folder, 'npm-cli.js')
  writeFileSync(cli, `setTimeout(() => {}, ${milliseconds})`)
  vi.stubEnv('npm_execpath', cli)
  const said: string[] = []
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    said.push(String(line))
    return true
  })
  onTestFinished(() => write.mockRestore())
  expect((await npm(['ci'], { seconds: 600, cwd: folder, patience })).code).toBe(0)
  return said
}

it('a download that stands silent is said to, and one that is done soon is not', async () => {
  expect(await saidWhile(500, 0.1)).toEqual(['Still waiting for npm, for 10 min at most\n'])
  expect(await saidWhile(0, 60)).toEqual([])
})
