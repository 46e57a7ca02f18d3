import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startPracticeWorker } from '../../../../src/main/hosts/practice-worker.ts'
import { PracticeOnDemand } from '../../../../src/main/practice/practice-on-demand.ts'
import { newFolder } from './folders.ts'

const { signal: needed } = new AbortController()

function broker(source: string, unneeded = needed) {
  const dataDir = newFolder()
  const entry = join(dataDir, 'broker.mjs')
  writeFileSync(entry, `import { parentPort, workerData } from 'node:worker_threads'\n${source}`)
  return startPracticeWorker({ entry, dataDir, unneeded })
}

describe('The practice broker of a desk', () => {
  it('is told its folder, says where it listens, and ends when told to', async () => {
    const running = await broker(`
      parentPort.postMessage({ url: 'http://127.0.0.1:1/' + JSON.stringify(workerData) })
      parentPort.on('message', (message) => { if (message === 'stop') parentPort.close() })
    `)
    expect(running.url).toMatch(/practice","opening":"demo"}$/)
    expect(running.url).toContain('"port":0')
    await running.stop()
    await running.stop()
  })

  it('fails with its reason when it cannot start', async () => {
    await expect(broker(`throw new Error('no port')`)).rejects.toThrow(
      'The practice broker did not start: no port',
    )
    await expect(broker(`process.exit(3)`)).rejects.toThrow('it ended with code 3')
    await expect(broker(`parentPort.postMessage('hello')`)).rejects.toThrow('did not say where')
  })

  it('is not waited for where the desk stops while it is loaded', async () => {
    const loading = `await new Promise((loaded) => setTimeout(loaded, 600_000))`
    const practice = new PracticeOnDemand(
      (unneeded) => broker(loading, unneeded),
      () => undefined,
    )
    const asked = expect(practice.url()).rejects.toThrow('it is needed no more')
    await practice.stop()
    await asked
    await expect(practice.url()).rejects.toThrow('it is needed no more')
  })

  it('keeps what it has where the desk stops once it runs', async () => {
    const dataDir = newFolder()
    const kept = JSON.stringify(join(dataDir, 'kept'))
    const practice = new PracticeOnDemand(
      (unneeded) =>
        broker(
          `import { writeFileSync } from 'node:fs'
          parentPort.postMessage({ url: 'http://127.0.0.1:1' })
          parentPort.on('message', () => { writeFileSync(${kept}, ''); parentPort.close() })`,
          unneeded,
        ),
      () => undefined,
    )
    await practice.url()
    await practice.stop()
    expect(existsSync(join(dataDir, 'kept'))).toBe(true)
  })

  it('takes nobody with it when it fails later', async () => {
    const running = await broker(`
      parentPort.postMessage({ url: 'http://127.0.0.1:1' })
      parentPort.on('message', () => { throw new Error('late') })
    `)
    await running.stop()
  })
})
