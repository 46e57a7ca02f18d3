import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Where files of tests stand that are not about the disk: a busy one holds a desk up for seconds. */
export const fastestFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
