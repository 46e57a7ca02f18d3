import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readStaticFiles } from '../../../../src/main/hosts/static-files.ts'
import { newFolder, removeFolders } from './folders.ts'

afterAll(removeFolders)

it('reads the window once, however often it is asked for', () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html>')
  writeFileSync(join(folder, 'assets', 'index.js'), 'export {}')
  const files = readStaticFiles(folder)
  const asked = Array.from({ length: 1000 }, () => files.read('/assets/index.js'))
  expect(new Set(asked.map((file) => file?.body)).size).toBe(1)
  // A build that is made anew under a running desk leaves its windows whole.
  rmSync(folder, { recursive: true })
  expect(String(files.read('/')?.body)).toBe('<!doctype html>')
  expect(String(files.read('/assets/index.js')?.body)).toBe('export {}')
})
