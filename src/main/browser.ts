import { join } from 'node:path'
import { keepCompiled } from './hosts/compiled.ts'

// Loading is half of the start, and compiling half of loading. What is compiled is kept beside
// the build: whoever could forge it there could change the program itself.
keepCompiled(join(import.meta.dirname, '.compiled'))

try {
  // Only now, since what is imported at the top is compiled before anything runs.
  const { runBrowserHost } = await import('./hosts/browser/host.ts')
  await runBrowserHost({ build: import.meta.dirname })
} catch (cause) {
  const { startFailure } = await import('./hosts/start-failure.ts')
  console.error(startFailure(cause))
  process.exit(1)
}
