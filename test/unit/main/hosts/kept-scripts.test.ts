import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, it } from 'vitest'
import { newFolder } from './folders.ts'

const runner = fileURLToPath(new URL('./kept-scripts-runner.ts', import.meta.url))

const scriptOf = (body: string): string =>
  `(function(require,module,exports){"use strict";${body}\n})`

let build: string
const keptIn = (): string => join(build, '.compiled')
let folder: string | null
beforeEach(() => {
  build = newFolder()
  folder = keptIn()
  mkdirSync(folder)
})

const write = (name: string, body: string): void => writeFileSync(join(build, name), scriptOf(body))

/** What the program says, and how many of its scripts were compiled anew. */
function run(): { said: string; anew: number } {
  const args = [runner, join(build, 'program.cjs'), ...(folder === null ? [] : [folder])]
  const text = execFileSync(process.execPath, args, { encoding: 'utf8' })
  return JSON.parse(text) as { said: string; anew: number }
}

const kept = (name: string): string => join(keptIn(), `${name}.kept`)

describe('Scripts that are kept', () => {
  it('are compiled once, with those that they ask for', () => {
    write('program.cjs', `exports.say = () => require('./words.cjs').say()`)
    write('words.cjs', `exports.say = () => 'good day from ' + require('node:path').sep`)
    const said = `good day from ${join('/')}`
    expect(run()).toEqual({ said, anew: 2 })
    expect(run()).toEqual({ said, anew: 0 })
    expect(readdirSync(keptIn()).toSorted()).toEqual(['program.cjs.kept', 'words.cjs.kept'])
  })

  it('keep what was compiled as they ran', () => {
    const long = Array.from({ length: 2000 }, (_, at) => `total += ${at};`).join('')
    write(
      'program.cjs',
      `exports.say = () => 'nothing'; exports.count = () => { let total = 0;${long} }`,
    )
    run()
    const before = statSync(kept('program.cjs')).size
    write(
      'program.cjs',
      `exports.say = () => exports.count(); exports.count = () => { let total = 0;${long} return 'all' }`,
    )
    expect(run()).toEqual({ said: 'all', anew: 1 })
    expect(statSync(kept('program.cjs')).size).toBeGreaterThan(before + 2000)
  })

  it('are run as they are now, whatever is kept of them', () => {
    write('program.cjs', `exports.say = () => 'one'`)
    run()
    write('program.cjs', `exports.say = () => 'two'`)
    expect(run()).toEqual({ said: 'two', anew: 1 })
    const whole = readFileSync(kept('program.cjs'))
    const damaged = Buffer.from(whole)
    damaged[whole.length - 9]! ^= 1
    for (const left of [damaged, whole.subarray(0, whole.length - 100), Buffer.from('no')]) {
      writeFileSync(kept('program.cjs'), left)
      expect(run()).toEqual({ said: 'two', anew: 1 })
      expect(run()).toEqual({ said: 'two', anew: 0 })
    }
  })

  it('are run where nothing can be kept', () => {
    write('program.cjs', `exports.say = () => 'all the same'`)
    folder = join(build, 'nowhere')
    expect(run()).toEqual({ said: 'all the same', anew: 1 })
    expect(run()).toEqual({ said: 'all the same', anew: 1 })
  })

  it('are not taken from a folder that is not ours', () => {
    write('program.cjs', `exports.say = () => 'good day'`)
    run()
    folder = null
    expect(run()).toEqual({ said: 'good day', anew: 0 })
    writeFileSync(kept('program.cjs'), '')
    expect(run()).toEqual({ said: 'good day', anew: 0 })
    expect(statSync(kept('program.cjs')).size).toBe(0)
  })

  it('may ask for each other', () => {
    write('program.cjs', `exports.say = () => require('./words.cjs').say(); exports.own = 'mine'`)
    write('words.cjs', `const program = require('./program.cjs'); exports.say = () => program.own`)
    expect(run()).toEqual({ said: 'mine', anew: 2 })
  })
})
