import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** An empty folder, which goes with the test file. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-host-'))
  folders.push(folder)
  return folder
}
