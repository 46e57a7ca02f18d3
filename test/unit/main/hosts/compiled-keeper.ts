import { keepCompiled } from '../../../../src/main/hosts/compiled.ts'
import { startPracticeWorker } from '../../../../src/main/hosts/practice-worker.ts'

// A program of its own: what it compiles is kept for good.
process.umask(0)
const [folder = '', thread] = process.argv.slice(2)
const kept = keepCompiled(folder)
if (thread === undefined) console.log(String(kept))
else {
  const { signal: unneeded } = new AbortController()
  const running = await startPracticeWorker({ entry: thread, dataDir: folder, unneeded })
  console.log(running.url)
  await running.stop()
}
