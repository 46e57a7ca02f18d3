import { expect, it } from 'vitest'
import { tourSteps } from '../../../../src/renderer/shell/tour-steps.ts'

it('names no keys, which are others on a Mac, or where a person chose them', () => {
  for (const { text } of tourSteps('mixed')) expect(text).not.toMatch(/Ctrl|⌘|Alt\+/)
})
