import { expect, it } from 'vitest'
import { FormerLogins } from '../../../../../src/main/picture/gathered/former-logins.ts'

const isAny = () => true

it('what was left under other keys is given back once, to the same login', () => {
  const former = new FormerLogins<string>()
  former.leave({ account: 'a', fingerprint: 'first', at: 1 }, ['orders'])
  expect(former.takeBack('a', (fingerprint) => fingerprint === 'second')).toEqual([])
  expect(former.takeBack('b', isAny)).toEqual([])
  expect(former.takeBack('a', isAny)).toEqual(['orders'])
  expect(former.takeBack('a', isAny)).toEqual([])
  expect(former.isEmpty).toBe(true)
})

it('what was left before a moment is not kept, and nothing of it stays in memory', () => {
  const former = new FormerLogins<string>()
  former.leave({ account: 'a', fingerprint: 'first', at: 1 }, ['orders'])
  former.leave({ account: 'a', fingerprint: 'second', at: 5 }, ['positions'])
  former.leave({ account: 'b', fingerprint: 'first', at: 2 }, ['orders'])
  former.dropBefore(3)
  expect(former.takeBack('b', isAny)).toEqual([])
  expect(former.takeBack('a', isAny)).toEqual(['positions'])
  former.leave({ account: 'a', fingerprint: 'first', at: 1 }, ['orders'])
  former.dropBefore(3)
  expect(former.isEmpty).toBe(true)
})
