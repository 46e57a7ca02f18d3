import { join } from 'node:path'
import { keepCompiled } from './hosts/compiled.ts'
import { KeptScripts } from './hosts/kept-scripts.ts'

type Program = typeof import('./hosts/browser/program.ts')

const build = import.meta.dirname
// Loading is half of the start, and compiling half of loading. What is compiled is kept beside
// the build: whoever could forge it there could change the program itself.
const scripts = new KeptScripts(keepCompiled(join(build, '.compiled')))
const program = loadProgram()
try {
  await program.runBrowserHost({ build, keepCompiled: () => void scripts.keep() })
} catch (cause) {
  console.error(program.startFailure(cause))
  process.exit(1)
}

function loadProgram(): Program {
  const script = join(build, 'browser-host.cjs')
  try {
    return scripts.load(script) as Program
  } catch (cause) {
    console.error(
      `Quarterdeck’s own script ${script} cannot be loaded: ${cause instanceof Error ? cause.message : String(cause)}\nRemove the folder out, and npm start builds it again.`,
    )
    process.exit(1)
  }
}
