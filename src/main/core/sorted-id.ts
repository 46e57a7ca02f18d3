import { randomUUID } from 'node:crypto'

/**
 * A UUID that begins with a moment, in wall-clock milliseconds: those that are made together stand
 * together in an index, so that to write them touches few of its pages, however large it is.
 */
export function sortedId(wall: number): string {
  const moment = Math.max(0, Math.floor(wall)).toString(16).padStart(12, '0')
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7${randomUUID().slice('00000000-0000-4'.length)}`
}
