import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ServiceUrl,
  apartFromPractice,
  everyAccount,
  isPractice,
  practiceApart,
} from '../../../../src/shared/accounts/accounts.ts'

type Some = Parameters<typeof isPractice>[0] & { enabled: boolean }

const at = (url: string, broker: string, enabled = true): Some => ({
  service: { kind: 'url', url },
  broker,
  enabled,
})
const built: Some = {
  service: { kind: 'practice', client: 'practice-1' },
  broker: 'PX',
  enabled: true,
}
const real = at('https://service.example', 'ZE')

it('takes for practice what the desk starts, or what was started by hand on this machine', () => {
  expect(isPractice(built)).toBe(true)
  expect(isPractice(at('http://127.0.0.1:8080', 'PY'))).toBe(true)
  // A proxy may stand here, and a real service behind it; and PX elsewhere is somebody's broker.
  expect(isPractice(at('http://127.0.0.1:8080', 'ZE'))).toBe(false)
  expect(isPractice(at('https://service.example', 'PX'))).toBe(false)
})

it('means practice by all accounts only where there is nothing else', () => {
  expect(everyAccount([built])).toEqual([built])
  expect(practiceApart([built])).toEqual([])
  expect(everyAccount([built, real])).toEqual([real])
  expect(practiceApart([built, real])).toEqual([built])
})

it('means no practice again while the real accounts are switched off', () => {
  const off = { ...real, enabled: false }
  expect(everyAccount([built, off])).toEqual([])
  expect(practiceApart([built, off])).toEqual([built])
})

it('never adds up practice with real money, and leaves out no other account', () => {
  const one = fc.constantFrom(
    built,
    real,
    { ...built, enabled: false },
    { ...real, enabled: false },
  )
  fc.assert(
    fc.property(fc.array(one), (some) => {
      for (const counted of [apartFromPractice(some), everyAccount(some)])
        expect(new Set(counted.map(isPractice)).size).toBeLessThan(2)
      const all = [...everyAccount(some), ...practiceApart(some)]
      expect(all).toHaveLength(some.filter(({ enabled }) => enabled).length)
    }),
  )
})

describe('the address of a service', () => {
  it.each([
    'https:\\\\api.example.com',
    'https://api.exa\nmple.com',
    'https://api.example.com/a b',
  ])('is none that a browser would call otherwise than it reads: %j', (url) => {
    expect(ServiceUrl.safeParse(url).success).toBe(false)
    expect(ServiceUrl.safeParse(' https://api.example.com/v1 ').data).toBe(
      'https://api.example.com/v1',
    )
  })
})
