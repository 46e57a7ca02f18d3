import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startPracticeWorker } from '../../../../src/main/hosts/practice-worker.ts'
import { newFolder } from './folders.ts'

function broker(source: string) {
  const dataDir = newFolder()
  const entry = join(dataDir, 'broker.mjs')
  writeFileSync(entry, `import { parentPort, workerData } from 'node:worker_threads'\n${source}`)
  return startPracticeWorker({ entry, dataDir })
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

  it('takes nobody with it when it fails later', async () => {
    const running = await broker(`
      parentPort.postMessage({ url: 'http://127.0.0.1:1' })
      parentPort.on('message', () => { throw new Error('late') })
    `)
    await running.stop()
  })
})
