import { join } from 'node:path'
import { keepCompiled } from './hosts/compiled.ts'
import { KeptScripts } from './hosts/kept-scripts.ts'

type Program = typeof import('./hosts/browser/program.ts')

const build = import.meta.dirname
// Loading is half of the start, and compiling half of loading. What is compiled is kept beside
// the build: whoever could forge it there could change the program itself.
const scripts = new KeptScripts(keepCompiled(join(build, '.compiled')))
const program = scripts.load(join(build, 'browser-host.cjs')) as Program
try {
  await program.runBrowserHost({ build, keepCompiled: () => void scripts.keep() })
} catch (cause) {
  console.error(program.startFailure(cause))
  process.exit(1)
}
