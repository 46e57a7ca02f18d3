import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { fastestFolder } from '../../../fastest-folder.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** An empty folder, which goes with the test file. */
export function newFolder(): string {
  const folder = mkdtempSync(join(fastestFolder, 'quarterdeck-host-'))
  folders.push(folder)
  return folder
}
