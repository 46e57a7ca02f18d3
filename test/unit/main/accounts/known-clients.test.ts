import { expect, it } from 'vitest'
import { dayLength } from '../../../../src/shared/core/india.ts'
import { clientsOnDisk } from './clients.ts'

const client = { place: 'here', id: 'hash', name: null }

it('is written down soon, and known to the next session', async () => {
  const { begin, clock, stored } = clientsOnDisk()
  begin().note('a', 'keys', client)
  expect(begin().of('keys')).toBeUndefined()
  await clock.advance(500)
  expect(stored()).toEqual({ a: [{ login: 'keys', ...client, at: 0 }] })
  expect(begin().of('keys')).toMatchObject(client)
})

it('of an account that is gone nothing is kept', () => {
  const { begin, stored } = clientsOnDisk()
  const clients = begin()
  clients.note('a', 'keys of a', client)
  clients.note('b', 'keys of b', client)
  clients.keep(['b'])
  clients.stop()
  expect(Object.keys(stored())).toEqual(['b'])
  expect(clients.of('keys of a')).toBeUndefined()
})

it('of keys of long ago nothing is kept', () => {
  let at = 0
  const { begin, stored } = clientsOnDisk()
  const clients = begin(() => at)
  clients.note('a', 'former keys', client)
  at = 11 * dayLength
  clients.keep(['a'])
  clients.stop()
  expect(stored()).toEqual({})
})

it('keys of long ago are forgotten, and those in use are not', () => {
  let at = 0
  const { begin } = clientsOnDisk()
  const clients = begin(() => at)
  const has = () =>
    ['first', 'second'].map((login) => clients.hadOthers('a', { login, place: 'here' }))
  clients.note('a', 'first', client)
  expect(has()).toEqual([false, true])
  at = 9 * dayLength
  clients.note('a', 'first', client)
  at = 12 * dayLength
  expect(has()).toEqual([false, true])
  at = 20 * dayLength
  expect(has()).toEqual([false, false])
})
