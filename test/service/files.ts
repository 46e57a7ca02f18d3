import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** What the files below a folder hold, byte for letter. */
export async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')))
}
