import { closeSync, fstatSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Disk, watchDisk } from '../../simulation/world/disk.ts'

test('no file stays open that a desk of a run had opened, and others do', () => {
  watchDisk()
  const [disk, other] = [new Disk(() => undefined), new Disk(() => undefined)]
  const opened = [disk, disk, other].map((of) => openSync(join(of.newFolder(), 'rows'), 'a'))
  const [left, closed, others] = opened as [number, number, number]
  closeSync(closed)
  disk.clear()
  expect(() => fstatSync(left)).toThrow('EBADF')
  expect(fstatSync(others).isFile()).toBe(true)
  other.clear()
  expect(() => fstatSync(others)).toThrow('EBADF')
})
