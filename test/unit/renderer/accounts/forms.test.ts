import { describe, expect, it } from 'vitest'
import {
  checkAccount,
  accountFields,
  freeColour,
  newFields,
  noKeys,
} from '../../../../src/renderer/accounts/account-form.ts'
import { accountColours } from '../../../../src/shared/accounts/accounts.ts'
import { noSecret, vaultProblems } from '../../../../src/renderer/accounts/vault-form.ts'
import { account, openVault } from '../memory-desk.ts'

const typed = { ...newFields, name: 'Long term', broker: 'ZE', url: 'https://api.example.com' }

describe('an account as typed', () => {
  it('is a request to save it, with its keys', () => {
    const keys = { apiKey: 'key', apiSecret: 'secret' }
    const checked = checkAccount(typed, keys, null)
    expect(checked).toMatchObject({
      ok: true,
      input: { profile: { name: 'Long term', service: { kind: 'url' } }, keys },
    })
  })

  it('keeps the keys of the vault where none are typed', () => {
    const before = account('main', { service: { kind: 'url', url: typed.url } })
    const checked = checkAccount(accountFields(before), noKeys, before)
    expect(checked.ok && 'keys' in checked.input).toBe(false)
    expect(checked.ok && checked.input.profile.id).toBe('main')
  })

  it('says how often a book is read only where that is not the usual', () => {
    const polls = { ...typed.polls, orders: '0.5', funds: ' 10 ' }
    const checked = checkAccount({ ...typed, polls }, noKeys, null)
    expect(checked).toMatchObject({ input: { profile: { polls: { orders: 500, funds: 10_000 } } } })
    const before = account('main', { polls: { orders: 500 } })
    expect(accountFields(before).polls).toMatchObject({ orders: '0.5', funds: '' })
  })

  it('has the tags that are parted by commas', () => {
    const checked = checkAccount({ ...typed, tags: ' swing, ,long term;x ' }, noKeys, null)
    expect(checked).toMatchObject({ input: { profile: { tags: ['swing', 'long term', 'x'] } } })
    expect(accountFields(account('main', { tags: ['a', 'b'] })).tags).toBe('a, b')
  })

  it('needs both keys where one is typed', () => {
    expect(checkAccount(typed, { apiKey: 'key', apiSecret: '' }, null)).toEqual({
      ok: false,
      problems: { apiSecret: 'must not be empty' },
    })
  })

  it('sends no keys to practice, typed or not', () => {
    const checked = checkAccount(
      { ...typed, service: 'practice-2' },
      { apiKey: 'key', apiSecret: 'secret' },
      null,
    )
    expect(checked.ok && 'keys' in checked.input).toBe(false)
  })

  it.each([
    [{ ...typed, name: ' ' }, 'name'],
    [{ ...typed, broker: 'no good' }, 'broker'],
    [{ ...typed, url: 'http://api.example.com' }, 'url'],
    [{ ...typed, strategy: '' }, 'strategy'],
    [{ ...typed, tags: 'swing, Swing' }, 'tags'],
    [{ ...typed, tags: 'x'.repeat(25) }, 'tags'],
    [{ ...typed, tags: '1,2,3,4,5,6,7,8,9' }, 'tags'],
    [{ ...typed, readsPerSecond: '' }, 'readsPerSecond'],
    [{ ...typed, readsPerSecond: '1000' }, 'readsPerSecond'],
    [{ ...typed, polls: { ...typed.polls, orders: '0.1' } }, 'polls'],
    [{ ...typed, polls: { ...typed.polls, funds: 'often' } }, 'polls'],
    [{ ...typed, expiry: 'x'.repeat(21) }, 'expiry'],
  ] as const)('names the field at fault', (fields, field) => {
    const checked = checkAccount(fields, noKeys, null)
    expect(!checked.ok && Object.keys(checked.problems)).toEqual([field])
  })
})

describe('a place for keys', () => {
  const typed = { secret: 'correct horse', again: 'correct horse' }
  const hasFile = { ...openVault, hasFile: true }

  it('asks for a new passphrase twice, and for a known one once', () => {
    expect(vaultProblems('file', typed, openVault)).toEqual({})
    expect(vaultProblems('file', { ...typed, again: 'correct house' }, openVault)).toEqual({
      again: 'the two are not the same',
    })
    expect(vaultProblems('file', { ...typed, again: '' }, hasFile)).toEqual({})
  })

  it('takes no short or empty passphrase for a new file', () => {
    const short = { secret: 'short', again: 'short' }
    expect(vaultProblems('file', short, openVault)).toHaveProperty('secret')
    expect(vaultProblems('file', { ...typed, secret: '' }, hasFile)).toHaveProperty('secret')
  })

  it('asks nothing of the keychain or of a session', () => {
    for (const kind of ['keychain', 'session'] as const)
      expect(vaultProblems(kind, noSecret, openVault)).toEqual({})
  })
})

describe('the colour of a new account', () => {
  it('is one that no other has, as long as there is one', () => {
    const accounts: { colour: (typeof accountColours)[number] }[] = []
    for (const _ of accountColours) accounts.push({ colour: freeColour(accounts) })
    expect(new Set(accounts.map(({ colour }) => colour)).size).toBe(accountColours.length)
    accounts.push({ colour: accountColours[0] })
    expect(freeColour(accounts)).toBe(accountColours[1])
  })
})
