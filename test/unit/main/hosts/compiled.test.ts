import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { newFolder } from './folders.ts'

const keeper = fileURLToPath(new URL('./compiled-keeper.ts', import.meta.url))
/** Starts a program that lets everybody write to what it makes. */
const start = (...args: readonly string[]): string =>
  execFileSync(process.execPath, [keeper, ...args], { stdio: 'pipe', encoding: 'utf8' })
const modeOf = (path: string): number => statSync(path).mode & 0o777

describe('What is compiled', () => {
  it('is kept for its owner alone, whatever the system lets others do', () => {
    const folder = join(newFolder(), '.compiled')
    expect(start(folder)).toBe(`${folder}\n`)
    expect(modeOf(folder)).toBe(0o700)
  })

  it('is used again, unless others could have put it there', () => {
    const folder = join(newFolder(), '.compiled')
    mkdirSync(folder)
    const kept = join(folder, 'kept')
    writeFileSync(kept, '')
    chmodSync(folder, 0o755)
    start(folder)
    expect(existsSync(kept)).toBe(true)
    for (const mode of [0o777, 0o775, 0o1777]) {
      writeFileSync(kept, '')
      chmodSync(folder, mode)
      start(folder)
      expect([existsSync(kept), modeOf(folder)]).toEqual([false, 0o700])
    }
  })

  it('is kept of the practice broker too, which is a thread', () => {
    const folder = join(newFolder(), '.compiled')
    const thread = join(newFolder(), 'thread.mjs')
    writeFileSync(
      thread,
      `import { getCompileCacheDir } from 'node:module'
      import { parentPort } from 'node:worker_threads'
      parentPort.on('message', () => parentPort.close())
      parentPort.postMessage({ url: 'kept in ' + getCompileCacheDir() })`,
    )
    expect(start(folder, thread)).toContain(`kept in ${join(folder, '/')}`)
  })

  it('keeps nobody from starting where it cannot be kept', () => {
    const file = join(newFolder(), '.compiled')
    writeFileSync(file, '')
    expect(start(file)).toBe('null\n')
  })
})
