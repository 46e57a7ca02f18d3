import { Pool } from 'undici'
import OwnPool from 'undici/lib/dispatcher/pool.js'
import { expect, it } from 'vitest'

it('the file of undici that the transport loads holds the very pool that undici offers', () => {
  expect(OwnPool).toBe(Pool)
})
