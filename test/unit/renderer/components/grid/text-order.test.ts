import { expect, it, vi } from 'vitest'

it('texts are ordered by the numbers in them, and the platform is asked for its order only then', async () => {
  vi.resetModules()
  const made = vi.spyOn(Intl, 'Collator')
  await import('../../../../../src/renderer/components/grid/grouping.ts')
  const { compareValues } = await import('../../../../../src/renderer/components/grid/sorting.ts')
  expect(compareValues(9, 10, false)).toBeLessThan(0)
  expect(compareValues('same', 'same', false)).toBe(0)
  expect(made).not.toHaveBeenCalled()

  expect(compareValues('NIFTY 9', 'NIFTY 10', false)).toBeLessThan(0)
  expect(compareValues('NIFTY 9', 'nifty 10', true)).toBeGreaterThan(0)
  expect(made).toHaveBeenCalledOnce()
  made.mockRestore()
})
