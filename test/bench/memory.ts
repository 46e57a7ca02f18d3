import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import type { Extent, Measured } from './goals.ts'
import { progress } from './progress.ts'

/** What the desk process of memory-desk.ts reports about itself, in bytes. */
export interface MemoryReport {
  resident: number
  /** What it was made of when it was seen largest. */
  largest: { resident: number; heap: number; buffers: number }
  heapAfterFirst: number
  heapAtEnd: number
  polls: number
}

const root = join(import.meta.dirname, '../..')

/** A desk with 30 accounts of 2,000 orders each: what it holds, and what many polls add. */
export async function p11({ isFull }: Extent): Promise<Measured<'P11'>> {
  const report = await runDesk(isFull ? 10_000 : 5000)
  const megabytes = (bytes: number): number => bytes / 1024 / 1024
  const { heapAfterFirst, heapAtEnd, polls, largest } = report
  const made = [largest.heap, largest.buffers, largest.resident - largest.heap - largest.buffers]
  const [heap, buffers, rest] = made.map((bytes) => megabytes(bytes).toFixed(0))
  return {
    figures: {
      resident: megabytes(report.resident),
      growth: 100 * (heapAtEnd / heapAfterFirst - 1),
    },
    note: `heap ${megabytes(heapAfterFirst).toFixed(1)} → ${megabytes(heapAtEnd).toFixed(1)} MB over ${polls} polls; at its largest ${heap} MB of heap, ${buffers} of buffers, ${rest} of all else`,
  }
}

/**
 * Runs it bundled, as it is shipped, and without what `npm start` says to V8 and glibc: a packaged
 * program cannot say that to the process that it begins in.
 */
async function runDesk(polls: number): Promise<MemoryReport> {
  const folder = await mkdtemp(join(tmpdir(), 'memory-'))
  try {
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    for (const name of ['memory-desk', 'memory-service']) await bundle(name, folder)
    const args = ['--expose-gc', join(folder, 'memory-desk.js'), String(polls)]
    const child = spawn(process.execPath, args, {
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
