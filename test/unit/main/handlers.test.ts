import { describe, expect, it } from 'vitest'
import { doorOf } from '../../../src/main/handlers.ts'
import { callNames } from '../../../src/shared/channels.ts'
import type { Handlers } from '../../../src/shared/contract.ts'

/** Handlers that remember what reached them. */
function setUp() {
  const reached: [string, unknown][] = []
  const handlers = Object.fromEntries(
    callNames.map((name) => [
      name,
      (input: unknown) => {
        reached.push([name, input])
        return Promise.resolve({ ok: true, value: null })
      },
    ]),
  ) as unknown as Handlers
  return { reached, door: doorOf(handlers), handlers }
}

describe("the desk's door", () => {
  it('lets a well-formed call through', async () => {
    const { door, reached } = setUp()
    expect(await door('readBook', { account: 'a', book: 'orders' })).toEqual({
      ok: true,
      value: null,
    })
    expect(reached).toEqual([['readBook', { account: 'a', book: 'orders' }]])
  })

  it.each([
    'nothing',
    '__proto__',
    'constructor',
    'toString',
    '',
    7,
    null,
    undefined,
    ['openDesk'],
  ])('knows no call %j', async (name) => {
    const { door, reached } = setUp()
    expect(await door(name, {})).toMatchObject({ ok: false, error: { code: 'unknown-call' } })
    expect(reached).toEqual([])
  })

  it('names the field that is wrong', async () => {
    const { door, reached } = setUp()
    const profile = {
      name: 'Main',
      broker: 'ZE',
      service: { kind: 'url', url: 'http://example.com' },
      strategy: 'Manual',
      colour: 'blue',
      enabled: true,
      polls: {},
      readsPerSecond: 5,
    }
    expect(await door('saveAccount', { profile })).toMatchObject({
      ok: false,
      error: {
        code: 'invalid',
        field: 'profile.service.url',
        message: 'The url must be an https address, such as https://api.example.com.',
      },
    })
    expect(reached).toEqual([])
  })

  it('takes no field that the call does not have', async () => {
    const { door, reached } = setUp()
    expect(await door('openDesk', { extra: 1 })).toMatchObject({ error: { code: 'invalid' } })
    expect(reached).toEqual([])
  })

  it('answers with an error when the desk itself fails', async () => {
    const { handlers } = setUp()
    const door = doorOf({ ...handlers, openDesk: () => Promise.reject(new Error('disk gone')) })
    expect(await door('openDesk', {})).toEqual({
      ok: false,
      error: { code: 'internal', message: 'Quarterdeck failed at this.', detail: 'disk gone' },
    })
  })
})
