import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const inMemory = '/dev/shm'

/** What the folders of a whole run take at once, many times over; some containers have 64 MB there. */
const enough = 512 * 1024 * 1024

/** Where files of tests stand that are not about the disk: a busy one holds a desk up for seconds. */
export const fastestFolder = hasRoom(inMemory) ? inMemory : tmpdir()

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= enough
  } catch {
    return false
  }
}
