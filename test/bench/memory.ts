import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { memoryEnvironment, nodeFlags } from '../../scripts/start/memory.mjs'
import type { BenchResult } from './result.ts'

/** What the desk process of memory-desk.ts reports about itself, in bytes. */
export interface MemoryReport {
  resident: number
  heapAfterFirst: number
  heapAtEnd: number
  polls: number
}

const root = join(import.meta.dirname, '../..')
const mostResident = 250 * 1024 * 1024
const mostGrowth = 0.05

/** A desk with 20 accounts of 2,000 orders each: what it holds, and what 10,000 polls add. */
export async function p11(): Promise<BenchResult> {
  const report = await runDesk()
  const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(0)} MB`
  const growth = report.heapAtEnd / report.heapAfterFirst - 1
  return {
    row: 'P11',
    ratio: report.heapAtEnd / report.heapAfterFirst,
    spread: `${megabytes(report.resident)} resident, heap ${megabytes(report.heapAfterFirst)} → ${megabytes(report.heapAtEnd)}`,
    goal: '≤ 250 MB, growth ≤ 5 %',
    met: report.resident <= mostResident && growth <= mostGrowth,
    note: `${report.polls} polls`,
  }
}

/** Runs it as it is shipped: bundled, and started with the product's own flags. */
async function runDesk(): Promise<MemoryReport> {
  const folder = await mkdtemp(join(root, 'out', 'bench-'))
  try {
    for (const name of ['memory-desk', 'memory-service']) await bundle(name, folder)
    const args = ['--expose-gc', ...nodeFlags, join(folder, 'memory-desk.js')]
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...memoryEnvironment },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let printed = ''
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code !== 0) throw new Error(`the desk ended with code ${code}`)
    return JSON.parse(printed) as MemoryReport
  } finally {
    await rm(folder, { recursive: true })
  }
}

const bundle = (name: string, outDir: string): Promise<unknown> =>
  build({
    configFile: false,
    logLevel: 'error',
    root,
    ssr: { noExternal: true },
    build: {
      ssr: `test/bench/${name}.ts`,
      outDir,
      emptyOutDir: false,
      rollupOptions: { external: ['keytar'] },
    },
  })
