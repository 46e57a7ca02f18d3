import { spawnSync } from 'node:child_process'
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeFolders } from '../../../../src/main/core/disk.ts'
import { startFailure } from '../../../../src/main/hosts/start-failure.ts'
import { temporaryFolder } from '../accounts/places.ts'

const disk = JSON.stringify(new URL('../../../../src/main/core/disk.ts', import.meta.url).href)

describe('a folder of data', () => {
  it('is made with those above it, for its owner alone', () => {
    const top = temporaryFolder()
    const folder = join(top, 'one', 'two', 'three')
    makeFolders(folder)
    makeFolders(folder)
    for (const made of [folder, join(top, 'one')]) {
      expect(statSync(made).isDirectory()).toBe(true)
      if (process.platform !== 'win32') expect(statSync(made).mode & 0o777).toBe(0o700)
    }
  })

  it('is made beside a path that names nothing above it', () => {
    const name = `.disk-test-${process.pid}`
    onTestFinished(() => rmSync(name, { recursive: true, force: true }))
    makeFolders(name)
    expect(statSync(name).isDirectory()).toBe(true)
  })

  it('is refused where a file stands in its way', () => {
    const top = temporaryFolder()
    writeFileSync(join(top, 'file'), '')
    expect(() => makeFolders(join(top, 'file'))).toThrow('EEXIST')
    expect(() => makeFolders(join(top, 'file', 'deeper'))).toThrow('EEXIST')
  })

  // In a process of its own: Node's way of making all folders at once never comes back from there.
  it.runIf(process.platform === 'linux')('is refused at once where the system takes none', () => {
    const make = `import(${disk}).then(({ makeFolders }) => makeFolders('/proc/nope/data')).catch((cause) => { console.log(cause.message) })`
    const { stdout, error } = spawnSync(process.execPath, ['-e', make], {
      timeout: 30_000,
      encoding: 'utf8',
    })
    expect(error).toBeUndefined()
    const words =
      '/proc/nope cannot be made: the system takes no folders in /proc. Start with --data and another folder.'
    expect(stdout.trim()).toBe(words)
    expect(startFailure(new Error(words))).toBe(words)
  })
})
