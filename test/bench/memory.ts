import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { memoryEnvironment, nodeFlags } from '../../scripts/start/memory.mjs'
import type { Extent, Measured } from './goals.ts'
import { progress } from './progress.ts'

/** What the desk process of memory-desk.ts reports about itself, in bytes. */
export interface MemoryReport {
  resident: number
  heapAfterFirst: number
  heapAtEnd: number
  polls: number
}

const root = join(import.meta.dirname, '../..')

/** A desk with 30 accounts of 2,000 orders each: what it holds, and what many polls add. */
export async function p11({ isFull }: Extent): Promise<Measured<'P11'>> {
  const report = await runDesk(isFull ? 10_000 : 5000)
  const megabytes = (bytes: number): number => bytes / 1024 / 1024
  const { heapAfterFirst, heapAtEnd, polls } = report
  return {
    figures: {
      resident: megabytes(report.resident),
      growth: 100 * (heapAtEnd / heapAfterFirst - 1),
    },
    note: `heap ${megabytes(heapAfterFirst).toFixed(1)} → ${megabytes(heapAtEnd).toFixed(1)} MB over ${polls} polls`,
  }
}

/** Runs it as it is shipped: bundled, and started with the product's own flags. */
async function runDesk(polls: number): Promise<MemoryReport> {
  const folder = await mkdtemp(join(tmpdir(), 'memory-'))
  try {
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    for (const name of ['memory-desk', 'memory-service']) await bundle(name, folder)
    const args = ['--expose-gc', ...nodeFlags, join(folder, 'memory-desk.js'), String(polls)]
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...memoryEnvironment },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    child.on('message', progress)
    let printed = ''
    child.stdout!.on('data', (chunk: Buffer) => (printed += chunk.toString()))
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
