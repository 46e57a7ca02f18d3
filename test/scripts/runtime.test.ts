import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readAudit } from '../../scripts/set-up/audit.mjs'
import { npmEnvironment } from '../../scripts/set-up/packages.mjs'
import { root, run } from '../../scripts/set-up/run.mjs'
import { unpack } from '../../scripts/set-up/runtime.mjs'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'quarterdeck-runtime-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** An archive as the registry has it, of a program that leaves a trace where it is run. */
async function archiveOf(): Promise<{ archive: string; integrity: string }> {
  mkdirSync(join(folder, 'package', 'bin'), { recursive: true })
  const program = join(folder, 'package', 'bin', 'node')
  writeFileSync(program, `#!/bin/sh\ntouch ${join(folder, 'was-run')}\necho v24.0.0\n`)
  chmodSync(program, 0o755)
  const archive = join(folder, 'node.tgz')
  await run(['tar', '-czf', archive, '-C', folder, 'package'], { seconds: 60 })
  rmSync(join(folder, 'package'), { recursive: true })
  const checksum = createHash('sha512').update(readFileSync(archive)).digest('base64')
  return { archive, integrity: `sha512-${checksum}` }
}

describe.skipIf(process.platform === 'win32')('a Node that is brought', () => {
  it('is unpacked where its checksum is the one that is known', async () => {
    const { archive, integrity } = await archiveOf()
    const file = join(folder, 'node')
    expect(await unpack({ archive, integrity, folder, file })).toBe(null)
    expect((await run([file, '--version'], { seconds: 60 })).output).toBe('v24.0.0\n')
  })

  it('is neither unpacked nor run where it is another', async () => {
    const { archive } = await archiveOf()
    const file = join(folder, 'node')
    const problem = await unpack({ archive, integrity: 'sha512-AAAA', folder, file })
    expect(problem).toContain('another checksum')
    expect(existsSync(file)).toBe(false)
    expect(existsSync(join(folder, 'was-run'))).toBe(false)
  })
})

it('the keychain’s library is compiled here, since its downloads have no checksum', () => {
  expect(npmEnvironment()).toMatchObject({ npm_config_build_from_source: 'keytar' })
  const reads = readFileSync(join(root, 'node_modules', 'prebuild-install', 'rc.js'), 'utf8')
  expect(reads).toContain('npm_config_build_from_source')
})

it('every library is named with the checksum of what it was', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { integrity?: string; inBundle?: boolean }>
  }
  const bare = Object.entries(lock.packages).filter(
    ([name, { integrity, inBundle }]) =>
      name !== '' && inBundle !== true && integrity === undefined,
  )
  expect(bare).toEqual([])
})

it('every action of the workflow is named by its commit', () => {
  const workflow = readFileSync(join(root, '.github', 'workflows', 'test.yml'), 'utf8')
  const actions = [...workflow.matchAll(/uses: (\S+)/g)].map(([, action]) => action)
  expect(actions.length).toBeGreaterThan(0)
  for (const action of actions) expect(action).toMatch(/@[0-9a-f]{40}$/)
})

describe('what is known of weaknesses', () => {
  it('is nothing where the registry gives no report', () => {
    const refused = '{"message":"405 Method Not Allowed - POST https://registry.example/x"}'
    for (const output of ['', 'npm error network', refused])
      expect(readAudit(output).state, output).toBe('untried')
    expect(readAudit(refused).lines).toEqual([
      'the registry tells nothing of known weaknesses (405 Method Not Allowed)',
    ])
  })

  it('is told, and grave where one is high', () => {
    const report = (severity: string) =>
      JSON.stringify({
        vulnerabilities: { zod: { name: 'zod', severity, range: '<4.1.0', fixAvailable: true } },
      })
    expect(readAudit('{"vulnerabilities":{}}').state).toBe('fine')
    expect(readAudit(report('low'))).toEqual({
      state: 'fine',
      lines: ['weakness: zod <4.1.0, low, mended in a newer version'],
    })
    expect(readAudit(report('high')).state).toBe('grave')
  })
})
