import { readFileSync, writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { writeAtomically } from '../../../src/main/core/atomic-file.ts'

// Run by vault-kill.test.ts, which ends it without warning.

flushCompileCache()

const [path = '', ...names] = process.argv.slice(2)
const versions = names.map((name) => readFileSync(name))
for (let count = 0; ; count += 1) {
  await writeAtomically(path, versions[count % versions.length]!)
  writeSync(1, '.')
}
