import { afterEach, expect } from 'vitest'
import './hands.ts'
import { closeWindows } from './window.ts'

/**
 * Said anew for each file, while what the files import is loaded once for all of them. They share a
 * page: what a window leaves behind in it would be found by the next.
 */
afterEach(async () => {
  closeWindows()
  await expect.poll(() => document.body.innerHTML.trim()).toBe('')
})
