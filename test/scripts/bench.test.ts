import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildGrids } from '../bench/grids.ts'
import { type Outcome, closingLine, exitCodeOf, linesOf } from '../bench/report.ts'

const met: Outcome = { row: 'P1', seconds: 9.56, figures: { few: 0.5123, all: 3 }, note: 'spread' }
const missed: Outcome = { ...met, figures: { few: 0.5, all: 3.01 } }
const tooFew: Outcome = { row: 'P4', seconds: 0.4, problem: 'this machine has no Chromium' }

describe('the report of the benches', () => {
  it('shows each figure of a row beside its goal, and how long it took', () => {
    expect(linesOf(met)).toBe(
      'P1  met     1 % of the rows changed 0.51 × (≤ 0.6 ×), every row changed 3.00 × (≤ 3 ×)  [9.6 s]\n' +
        '            an order book of 5,000 rows, bytes → patch, against JSON.parse of the same bytes; spread',
    )
    expect(linesOf(missed)).toMatch(/^P1 {2}missed {2}/)
  })

  it('counts a row as missed when one of its figures is unknown', () => {
    const unknown: Outcome = { ...met, figures: { few: Number.NaN, all: 1 } }
    expect(linesOf(unknown)).toMatch(/^P1 {2}missed/)
  })

  it('only tells what a row measured that has no goals', () => {
    const told: Outcome = {
      row: 'P18',
      seconds: 1,
      figures: { reading: 2, turn: 7 },
      note: 'spread',
    }
    expect(linesOf(told)).toMatch(/^P18 told {4}all of them 2.00 × \(no goal\), /)
    expect(linesOf({ ...told, figures: { reading: Number.NaN, turn: 7 } })).toMatch(/^P18 missed/)
    expect(closingLine([met, told])).toBe('1 met, 0 missed (11 s)')
  })

  it('says why a row could not run, and what its goals are', () => {
    const [main, about] = linesOf(tooFew).split('\n')
    expect(main).toBe('P4  missed  could not run: this machine has no Chromium  [0.4 s]')
    expect(about).toContain('goal: updates a second ≥ 1.5 ×')
  })

  it('counts a row that could not run as missed, and fails for that alone', () => {
    expect(closingLine([met, missed, tooFew])).toBe(
      '1 met, 2 missed, 1 of them could not run (20 s)',
    )
    expect(closingLine([met, missed])).toBe('1 met, 1 missed (19 s)')
    expect(exitCodeOf([met, missed])).toBe(0)
    expect(exitCodeOf([met, tooFew])).toBe(1)
  })
})

/** Rows that go wrong in every way; each leaves a process behind that would run for good. */
const rowScript = `
  import { spawn } from 'node:child_process'
  spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
  const wrongs = {
    P1: () => process.send({ figures: { few: 0.1, all: 1 }, note: 'well' }),
    P2: () => process.send({ problem: 'no port' }),
    P3: () => process.exit(7),
    P6: () => process.kill(process.pid, 'SIGKILL'),
    P9: () => { for (;;) ; },
  }
  console.log('up')
  wrongs[process.argv[2]]()
`

/** A bench of these rows, in a process of its own. */
async function bench(rows: string[], silence: number) {
  const folder = await mkdtemp(join(tmpdir(), 'quarterdeck-rows-'))
  const script = join(folder, 'row.mjs')
  await writeFile(script, rowScript)
  const options = JSON.stringify({ rows, script, silence, isFull: false })
  const runner = new URL('../bench/run-rows.ts', import.meta.url).href
  const main = `
    const { runRows } = await import(${JSON.stringify(runner)})
    process.exit(await runRows(${options}))
  `
  const child: ChildProcessByStdio<null, Readable, null> = spawn(
    process.execPath,
    ['--input-type=module', '-e', main],
    { stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, TMPDIR: folder } },
  )
  const lines: string[] = []
  child.stdout.on('data', (chunk: Buffer) => lines.push(chunk.toString()))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })
  // The end of what was printed is the end of all that could still print.
  const ended = once(child, 'close')
  return { child, ended, printed: () => lines.join('') }
}

describe.skipIf(process.platform === 'win32')('a bench', () => {
  it('prints every row and a closing line whatever a row does, and leaves nothing running', async () => {
    const { child, ended, printed } = await bench(['P1', 'P2', 'P3', 'P6', 'P9'], 1)
    await ended
    expect(printed()).toMatch(/^P1 {2}met /m)
    expect(printed()).toMatch(/^P2 {2}missed {2}could not run: no port/m)
    expect(printed()).toMatch(/^P3 {2}missed {2}could not run: it ended with code 7/m)
    expect(printed()).toMatch(/^P6 {2}missed {2}could not run: it was ended by SIGKILL/m)
    expect(printed()).toMatch(/^P9 {2}missed {2}could not run: nothing was heard of it for 1 s/m)
    expect(printed()).toMatch(/^1 met, 4 missed, 4 of them could not run \(\d+ s\)\n$/m)
    expect(child.exitCode).toBe(1)
  })

  it('ends with a closing line and its rows when it is told to end', async () => {
    const { child, ended, printed } = await bench(['P9', 'P1'], 60)
    await once(child.stdout, 'data')
    child.kill('SIGTERM')
    await ended
    expect(printed()).toMatch(/^P9 {2}missed {2}could not run: interrupted by SIGTERM/m)
    expect(printed()).toMatch(/^P1 {2}missed {2}could not run: interrupted by SIGTERM/m)
    expect(printed()).toMatch(/^0 met, 2 missed, 2 of them could not run/m)
    expect(child.exitCode).toBe(143)
  })

  it('is not outlived by its rows when it is killed', async () => {
    const { child, ended } = await bench(['P9'], 60)
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await ended
    expect(child.signalCode).toBe('SIGKILL')
  })
})

it('builds the page on which the grids are measured', async () => {
  const outDir = await mkdtemp(join(tmpdir(), 'grids-'))
  onTestFinished(() => rm(outDir, { recursive: true }))
  await buildGrids(outDir)
  await expect(readFile(join(outDir, 'index.html'), 'utf8')).resolves.toContain('<script')
})
