import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { BenchResult } from './result.ts'

/** What the desk process of memory-desk.ts reports about itself, in bytes. */
export interface MemoryReport {
  resident: number
  heapAfterFirst: number
  heapAtEnd: number
  polls: number
}

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

function runDesk(): Promise<MemoryReport> {
  const script = fileURLToPath(new URL('./memory-desk.ts', import.meta.url))
  const child = spawn(process.execPath, ['--expose-gc', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    let printed = ''
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code === 0) resolve(JSON.parse(printed) as MemoryReport)
      else reject(new Error(`the desk ended with code ${code}`))
    })
  })
}
