import { keepCompiled } from '../../../../src/main/hosts/compiled.ts'
import { startPracticeWorker } from '../../../../src/main/hosts/practice-worker.ts'

// A program of its own: what it compiles is kept for good.
process.umask(0)
const [folder = '', thread] = process.argv.slice(2)
keepCompiled(folder)
if (thread !== undefined) {
  const { signal: unneeded } = new AbortController()
  const running = await startPracticeWorker({ entry: thread, dataDir: folder, unneeded })
  console.log(running.url)
  await running.stop()
}
