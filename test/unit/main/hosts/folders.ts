import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fastestFolder } from '../../../fastest-folder.ts'

const folders: string[] = []

/** An empty folder, which goes with the test file. */
export function newFolder(): string {
  const folder = mkdtempSync(join(fastestFolder, 'quarterdeck-host-'))
  folders.push(folder)
  return folder
}

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}
