import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FirstLook, startAfterLook } from '../../../../../src/main/hosts/browser/first-look.ts'
import { CountingDesk } from '../desk.ts'
import { newFolder } from '../folders.ts'

const nobody = () => undefined

async function isOver(look: FirstLook): Promise<boolean> {
  let over = false
  void look.over().then(() => (over = true))
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  return over
}

describe('What waits for a first sight', () => {
  it('waits for a window to look at books, and not for what it asks before', async () => {
    const look = new FirstLook()
    const desk = new CountingDesk()
    const line = look.of(desk).join(nobody)
    await line.answer('readBook', { account: 'main', book: 'orders' })
    expect(await isOver(look)).toBe(false)
    await line.answer('lookAt', { accounts: [], books: [] })
    expect(await isOver(look)).toBe(true)
    expect(desk.accepted.map(({ name }) => name)).toContain('lookAt')
  })

  it('waits no longer than the desk is there', async () => {
    const look = new FirstLook()
    await look.of(new CountingDesk()).stop()
    expect(await isOver(look)).toBe(true)
  })

  it('waits a while and no longer where nobody looks', async () => {
    const look = new FirstLook(20)
    // Its wait keeps no process alive.
    const held = setTimeout(nobody, 60_000)
    expect(await isOver(look)).toBe(false)
    await look.over()
    clearTimeout(held)
  })

  it('is the practice broker, where it ran before', async () => {
    const dataDir = newFolder()
    const entry = join(dataDir, 'broker.mjs')
    writeFileSync(
      entry,
      `import { parentPort } from 'node:worker_threads'
parentPort.postMessage({ url: 'http://127.0.0.1:1' })
parentPort.on('message', () => parentPort.close())`,
    )
    const look = new FirstLook(600_000)
    const { signal: unneeded } = new AbortController()
    const first = await startAfterLook(look, { entry, dataDir, unneeded })
    await first.stop()
    mkdirSync(join(dataDir, 'practice'))
    let isThere = false
    const second = startAfterLook(look, { entry, dataDir, unneeded })
    void second.then(() => (isThere = true))
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(isThere).toBe(false)
    await look.of(new CountingDesk()).join(nobody).answer('lookAt', { accounts: [], books: [] })
    await (await second).stop()
  })
})
