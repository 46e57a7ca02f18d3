import { readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { UnwrittenRows } from '../../../../src/main/books/unwritten-rows.ts'
import { tempDir } from '../../../service/running-desk.ts'

const openOf = (path: string): number =>
  readdirSync('/proc/self/fd').filter((file) => {
    try {
      return readlinkSync(join('/proc/self/fd', file)) === path
    } catch {
      return false
    }
  }).length

it.runIf(process.platform === 'linux')(
  'leaves no file open to which the disk refuses the first byte',
  async () => {
    const path = join(await tempDir(), 'rows')
    symlinkSync('/dev/full', path)
    const unwritten = new UnwrittenRows()
    unwritten.add(path, {
      ...{ account: 'one', login: 'one', book: 'orders', at: 1 },
      rows: [{ order_id: '1' }],
    })
    expect(openOf('/dev/full')).toBe(0)
    expect(unwritten.addedTo(path)).toBe(0)
  },
)
