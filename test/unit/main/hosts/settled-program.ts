import { keepCompiled } from '../../../../src/main/hosts/compiled.ts'
import { startPracticeWorker } from '../../../../src/main/hosts/practice-worker.ts'

// A start of the browser host, as far as V8 sees it.
const [folder = '', thread = '', dataDir = ''] = process.argv.slice(2)
keepCompiled(folder)
const { settleEngine } = await import('../../../../src/main/hosts/settled-engine.ts')
const running = await startPracticeWorker({ entry: thread, dataDir })
settleEngine()
await running.stop()
