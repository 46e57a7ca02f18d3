import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { newFolder } from './folders.ts'

const program = fileURLToPath(new URL('./settled-program.ts', import.meta.url))

it('leaves what was compiled for one start good for the next, in each thread', () => {
  const dataDir = newFolder()
  const thread = join(dataDir, 'thread.mjs')
  writeFileSync(
    thread,
    `import { flushCompileCache } from 'node:module'
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', () => parentPort.close())
    flushCompileCache()
    parentPort.postMessage({ url: 'here' })`,
  )
  const folder = join(newFolder(), '.compiled')
  const start = (): string => {
    const env = { ...process.env, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' }
    const { stderr } = spawnSync(process.execPath, [program, folder, thread, dataDir], {
      env,
      encoding: 'utf8',
    })
    return stderr
  }
  start()
  const second = start()
  for (const file of ['settled-engine.ts', 'thread.mjs'])
    expect(second).toMatch(new RegExp(`cache for ESM \\S*${file}\\b.* was accepted`))
  expect(second).not.toContain('was rejected')
})
