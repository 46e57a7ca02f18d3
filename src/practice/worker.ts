import { parentPort, workerData } from 'node:worker_threads'
import { type PracticeOptions, startPractice } from './server.ts'

const parent = parentPort
if (!parent) throw new Error('this file is the entry of a worker')

const practice = await startPractice(workerData as PracticeOptions)
for (const notice of practice.notices) console.error(notice)

let stopping = false
const stop = async (): Promise<void> => {
  if (stopping) return
  stopping = true
  await practice.stop()
  parent.close()
}
parent.on('message', (message: unknown) => {
  if (message === 'stop') void stop()
})
parent.on('close', () => void stop())
parent.postMessage({ url: practice.url })
