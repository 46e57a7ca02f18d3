import { KeptScripts } from '../../../../src/main/hosts/kept-scripts.ts'

/** Runs a program of kept scripts, and says what it said and how many of them were compiled anew. */
const [program, folder] = process.argv.slice(2)
if (program === undefined) throw new Error('Which program?')

const scripts = new KeptScripts(folder ?? null)
const { say } = scripts.load(program) as { say: () => string }
console.log(JSON.stringify({ said: say(), anew: scripts.keep() }))
