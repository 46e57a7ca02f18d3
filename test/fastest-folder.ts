import { accessSync, constants, mkdirSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { inMemory, markName, memoryOf } from '../scripts/parts/mark.mjs'

/** What the folders of a whole run take at once, many times over; some containers have 64 MB there. */
const enough = 512 * 1024 * 1024

/** Where files of tests stand that are not about the disk: a busy one holds a desk up for seconds. */
export const fastestFolder = hasRoom(inMemory) ? folderInMemory() : tmpdir()

/** Within a run of the parts the run's own, which is removed also where a Ctrl-C ends it. */
function folderInMemory(): string {
  const mark = process.env[markName]
  if (mark === undefined) return inMemory
  mkdirSync(memoryOf(mark), { recursive: true, mode: 0o700 })
  return memoryOf(mark)
}

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= enough
  } catch {
    return false
  }
}
