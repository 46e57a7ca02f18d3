import { parentPort, workerData } from 'node:worker_threads'
import type { Pattern } from './patterns.ts'
import { worstTexts } from './worst-texts.ts'

const halfAMegabyte = 512 * 1024

for (const pattern of workerData as Pattern[]) {
  const started = performance.now()
  for (const text of worstTexts(pattern, halfAMegabyte))
    text.search(new RegExp(pattern.source, pattern.flags))
  parentPort?.postMessage({ ...pattern, took: performance.now() - started })
}
