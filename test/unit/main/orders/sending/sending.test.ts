import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { EventWriter } from '../../../../../src/main/journal/event-writer.ts'
import { Sending } from '../../../../../src/main/orders/sending/sending.ts'
import { noOrdersYet } from '../../../../../src/main/picture/rows/order-similarity.ts'
import type { AccountLogin } from '../../../../../src/main/accounts/logins.ts'
import type { Login, ServiceClient } from '../../../../../src/main/service/client.ts'
import {
  type ErrorCode,
  type Reply,
  errorCodes,
  fail,
  ok,
} from '../../../../../src/shared/core/errors.ts'
import type { Intent, PartState } from '../../../../../src/shared/orders/intents.ts'
import type { OrderRecord } from '../../../../../src/shared/service/records.ts'
import { FakeClock } from '../../core/fake-clock.ts'
import { account, orderRow, recordedEvent } from '../doubt/doubts.ts'
import { keptJournal } from '../memory-documents.ts'

type Call = (
  orders: readonly Record<string, string>[],
  tryToLeave: () => boolean,
) => Promise<unknown>

const login: AccountLogin = {
  url: 'https://service.example',
  broker: 'PX',
  keys: { apiKey: 'key', apiSecret: 'secret' },
  fingerprint: 'own login',
}

const clockMark = () => ({ began: 0, ahead: 0 })

/** What the service says of orders that it takes, one list a leg. */
const taken = (...legs: string[][]): Reply<unknown> =>
  ok({ outcomes: legs.map((slices) => slices.map((orderid) => ok({ orderid }))) })

function newSending({
  call = () => Promise.resolve(taken(['1'])),
  loginOf = () => Promise.resolve(ok(login)),
  book = [],
  held = [],
  isAnother = (_, orderId) => held.includes(orderId),
}: {
  call?: Call
  loginOf?: () => Promise<Reply<AccountLogin>>
  book?: OrderRecord[]
  /** Orders that other intents of the login hold. */
  held?: string[]
  isAnother?: (intent: unknown, orderId: string) => boolean
} = {}) {
  const clock = new FakeClock()
  const journal = keptJournal()
  const told: Intent[] = []
  const writer = new EventWriter({
    journal,
    clock,
    now: () => 0,
    onChange: (intents) => told.push(...intents),
  })
  const calls: { orders: readonly Record<string, string>[]; states: (string | undefined)[] }[] = []
  let recorded: Intent[] = []
  const client = {
    call: (_name: string, _login: Login, params: object, options: { tryToLeave(): boolean }) => {
      const orders =
        'orders' in params
          ? (params.orders as { params: Record<string, string> }[]).map((one) => one.params)
          : [params as Record<string, string>]
      calls.push({ orders, states: recorded.map(({ id }) => journal.find(id)?.state) })
      return call(orders, () => options.tryToLeave())
    },
  } as unknown as Pick<ServiceClient, 'call'>
  const orders = () => ({
    seen: book.map((row) => ({ ...noOrdersYet(row), ids: new Set([row.order_id]) })),
    age: 0,
  })
  const sending = new Sending({
    journal,
    writer,
    client,
    login: loginOf,
    orders,
    clockMark,
    formerlyNoted: () => 0,
    isAnother,
  })
  const record = (count = 1, quantities = [100]): Intent[] =>
    (recorded = journal.append(
      Array.from({ length: count }, (_, leg) => ({
        intent: randomUUID(),
        event: { ...recordedEvent({ quantities, params: { quantity: `${leg + 1}` } }), leg },
      })),
    ))
  const states = (): string[] => told.map(({ state }) => state)
  return { clock, journal, writer, sending, calls, told, states, record }
}

describe('sending', () => {
  it('calls the service when the journal says sent, and writes down what it answers', async () => {
    const { sending, journal, calls, record, states } = newSending()
    const [intent] = record() as [Intent]
    const [after] = await sending.send({ intents: [intent] })
    expect(calls).toEqual([{ orders: [expect.anything()], states: ['sent'] }])
    expect(after).toMatchObject({ state: 'accepted', parts: [{ orderId: '1' }] })
    expect(journal.find(intent.id)).toEqual(after)
    expect(states()).toEqual(['sent', 'accepted'])
  })

  it('gives each order its own outcome, also where one of its request was called off before', async () => {
    const { sending, record, calls } = newSending({
      call: () => Promise.resolve(taken(['a'], ['c'])),
    })
    const [first, , third] = record(3) as [Intent, Intent, Intent]
    const after = await sending.send({ intents: [first, third] })
    expect(calls[0]!.orders.map(({ quantity }) => quantity)).toEqual(['1', '3'])
    expect(after.map(({ parts }) => parts[0]!.orderId)).toEqual(['a', 'c'])
  })

  it('takes one failure of several slices for what became of each of them', async () => {
    const { sending, record } = newSending({
      call: () => Promise.resolve(fail('said-no', 'It said no.', { detail: 'Too large' })),
    })
    const [after] = await sending.send({ intents: record(1, [50, 50, 20]) })
    expect(after?.parts).toMatchObject(
      [50, 50, 20].map(() => ({ state: 'in-doubt', code: 'said-no', detail: 'Too large' })),
    )
  })

  it('leaves a no in unknown words in doubt, with its words', async () => {
    const { sending, record } = newSending({
      call: () => Promise.resolve(fail('said-no', 'It said no.', { detail: 'Broken pipe' })),
    })
    const [after] = await sending.send({ intents: record(1, [50]) })
    expect(after).toMatchObject({
      state: 'in-doubt',
      parts: [{ state: 'in-doubt', code: 'said-no', detail: 'Broken pipe' }],
    })
  })

  it('takes an order that an error names, and keeps what the error said', async () => {
    const { sending, record } = newSending({
      call: () =>
        Promise.resolve(
          ok({
            outcomes: [
              [{ ok: true, value: { broker: 'PX', orderid: '77' }, trouble: 'Broken pipe' }],
            ],
          }),
        ),
    })
    const [after] = await sending.send({ intents: record(1, [50]) })
    expect(after).toMatchObject({
      state: 'accepted',
      parts: [{ orderId: '77', detail: 'Broken pipe' }],
    })
  })

  it('believes an order id once, and never one that the book had before', async () => {
    const { sending, record } = newSending({
      book: [orderRow({ order_id: 'old' })],
      call: () => Promise.resolve(taken(['1', '1'], ['1', '2'], ['old', '3'])),
    })
    const after = await sending.send({ intents: record(3, [50, 50]) })
    expect(after.map(({ parts }) => parts.map(({ state, orderId }) => [state, orderId]))).toEqual([
      [
        ['accepted', '1'],
        ['in-doubt', null],
      ],
      [
        ['in-doubt', null],
        ['accepted', '2'],
      ],
      [
        ['in-doubt', null],
        ['accepted', '3'],
      ],
    ])
  })

  it('writes down what can be read again, however long the name that an exit is given', async () => {
    const symbol = 'X'.repeat(100_000)
    const { sending, journal } = newSending({
      call: () => Promise.resolve(ok({ outcomes: [[ok({ symbol, status: 'closed' })]] })),
    })
    const ofExit = { ticket: null, quantities: [null], exit: true }
    const event = { ...recordedEvent({ operation: 'SquareOffAllPosition' }), ...ofExit }
    const [after] = await sending.send({
      intents: journal.append([{ intent: randomUUID(), event }]),
    })
    expect(journal.entries(after!.id).map((entry) => entry.event.kind)).toEqual([
      'recorded',
      'sent',
      'answered',
    ])
  })

  it('counts an order once that an answer says twice to be cancelled', async () => {
    const { sending, journal } = newSending({
      call: () => Promise.resolve(taken(['W1', ' W1 ', '007', '7'])),
    })
    const ofExit = { ticket: null, quantities: [null], exit: true }
    const event = { ...recordedEvent({ operation: 'CancelAllOrder' }), ...ofExit }
    const [after] = await sending.send({
      intents: journal.append([{ intent: randomUUID(), event }]),
    })
    expect(after).toMatchObject({
      state: 'accepted',
      parts: [{ orderId: 'W1' }, { orderId: '007' }],
    })
  })

  it('takes a no to the keys for the answer to all slices', async () => {
    const { sending, record } = newSending({
      call: () => Promise.resolve(fail('bad-keys', 'Wrong keys.')),
    })
    const [after] = await sending.send({ intents: record(1, [50, 50]) })
    expect(after?.state).toBe('refused')
  })

  it('leaves slices in doubt that the answer says nothing of', async () => {
    const { sending, record } = newSending({ call: () => Promise.resolve(taken(['a'])) })
    const [after] = await sending.send({ intents: record(1, [50, 50]) })
    expect(after).toMatchObject({
      state: 'in-doubt',
      parts: [{ state: 'accepted' }, { state: 'in-doubt' }],
    })
  })

  it('sends nothing where there is no login, and says why', async () => {
    const { sending, record, calls } = newSending({
      loginOf: () => Promise.resolve(fail('vault-locked', 'Unlock the keys first.')),
    })
    const [after] = await sending.send({ intents: record() })
    expect(after).toMatchObject({ state: 'not-sent', parts: [{ code: 'vault-locked' }] })
    expect(calls).toEqual([])
  })

  it('sends nothing where the keys cannot even be asked for', async () => {
    const { sending, record, calls } = newSending({
      loginOf: () => Promise.reject(new Error('no bus')),
    })
    const [after] = await sending.send({ intents: record() })
    expect(after).toMatchObject({ state: 'not-sent', parts: [{ detail: 'Error: no bus' }] })
    expect(calls).toEqual([])
  })

  it('sends nothing to another broker than the one that the order was for', async () => {
    const { sending, record, calls } = newSending({
      loginOf: () => Promise.resolve(ok({ ...login, broker: 'ZE' })),
    })
    const [after] = await sending.send({ intents: record() })
    expect(after).toMatchObject({ state: 'not-sent', parts: [{ code: 'cancelled' }] })
    expect(calls).toEqual([])
  })

  it('writes down for which login it sends, and sends nothing that was written down for another', async () => {
    const { sending, record, journal, calls } = newSending()
    const [sent] = await sending.send({ intents: record() })
    expect(sent).toMatchObject({ state: 'accepted', sent: { login: 'own login' } })
    const intents = journal.append(sending.sentEntries(record(), new Map([[account, login]])))
    const other = { ...login, fingerprint: 'another login' }
    const [after] = await sending.deliver({ intents, logins: new Map([[account, other]]) })
    expect(after).toMatchObject({ state: 'not-sent', parts: [{ code: 'cancelled' }] })
    expect(calls).toHaveLength(1)
  })

  describe('one request for several accounts', () => {
    const [here, there] = [account, '00000000-0000-4000-8000-000000000002']
    const loginThere = { ...login, broker: 'PY', fingerprint: 'login there' }
    const logins = new Map([
      [here, login],
      [there, loginThere],
    ])
    const result = (broker: string, orderid: string) => [ok({ broker, orderid })]
    const answering = (...outcomes: unknown[]) => {
      const made = newSending({ call: () => Promise.resolve(ok({ outcomes })) })
      const recorded = made.journal.append(
        [here, there].map((of, leg) => ({
          intent: randomUUID(),
          event: { ...recordedEvent({ account: of }), broker: leg === 0 ? 'PX' : 'PY', leg },
        })),
      )
      const intents = made.journal.append(made.sending.sentEntries(recorded, logins))
      return { ...made, intents }
    }

    it('gives each its own outcome, and takes one number of two brokers for two orders', async () => {
      const { sending, intents } = answering(result('PX', '7'), result('py', '7'))
      expect(intents.map(({ sent }) => sent?.login)).toEqual(['own login', 'login there'])
      const after = await sending.deliver({ intents, logins })
      expect(after).toMatchObject([{ state: 'accepted' }, { state: 'accepted' }])
    })

    it('leaves in doubt what the service names at the broker of another account', async () => {
      const { sending, intents } = answering(result('PX', '7'), result('PX', '8'))
      const after = await sending.deliver({ intents, logins })
      expect(after).toMatchObject([
        { state: 'accepted' },
        { state: 'in-doubt', parts: [{ orderId: null }] },
      ])
    })

    it('leaves out the one whose keys are others by now, and gives the rest its own places', async () => {
      const { sending, intents, calls } = answering(result('PY', '8'))
      const changed = new Map([...logins, [here, { ...login, fingerprint: 'another login' }]])
      const after = await sending.deliver({ intents, logins: changed })
      expect(calls[0]!.orders).toHaveLength(1)
      expect(after).toMatchObject([
        { account: here, state: 'not-sent' },
        { account: there, state: 'accepted', parts: [{ orderId: '8' }] },
      ])
    })
  })

  it('believes no answer that names an order of another intent', async () => {
    const { sending, record } = newSending({ held: ['1'] })
    const [after] = await sending.send({ intents: record() })
    expect(after).toMatchObject({ state: 'in-doubt', parts: [{ orderId: null }] })
    expect(after!.parts[0]!.message).toContain('named order 1, which is another one')
  })

  it('leaves intents recorded that may not leave any more', async () => {
    const { sending, record, calls, told } = newSending()
    const [after] = await sending.send({ intents: record() }, { mayLeave: () => false })
    expect(after).toMatchObject({ state: 'recorded' })
    expect({ calls, told }).toEqual({ calls: [], told: [] })
  })

  it('says when the first byte leaves, and only where it may', async () => {
    const left: string[] = []
    const { sending, record } = newSending({
      call: (_, tryToLeave) => {
        left.push(String(tryToLeave()))
        return Promise.resolve(taken(['1']))
      },
    })
    let may = true
    const onLeave = (): void => void left.push('left')
    await sending.send({ intents: record() }, { mayLeave: () => may, onLeave })
    expect(left).toEqual(['left', 'true'])
    may = false
    await sending.deliver(
      { intents: record(), logins: new Map([[account, login]]) },
      { mayLeave: () => may, onLeave },
    )
    expect(left).toEqual(['left', 'true', 'false'])
  })

  it('leaves an order in doubt when the client itself fails', async () => {
    const { sending, record } = newSending({ call: () => Promise.reject(new Error('a mistake')) })
    const [after] = await sending.send({ intents: record() })
    expect(after).toMatchObject({ state: 'in-doubt', parts: [{ code: 'internal' }] })
  })
})

describe('a disk that refuses', () => {
  it('to say whose an order is leaves it in doubt, with its number, and what else was answered as it is', async () => {
    const { sending, journal, record } = newSending({
      isAnother: (_, orderId) => {
        if (orderId === '2') throw new Error('disk I/O error')
        return false
      },
      call: () => Promise.resolve(taken(['1'], ['2'], ['2'])),
    })
    const after = await sending.send({ intents: record(3) })
    expect(after.map(({ state, parts }) => [state, parts[0]?.orderId])).toEqual([
      ['accepted', '1'],
      ['in-doubt', null],
      ['in-doubt', null],
    ])
    const [, doubted] = after
    expect(doubted!.parts[0]).toMatchObject({ detail: 'Error: disk I/O error' })
    expect(doubted!.parts[0]!.message).toContain('named order 2, which may be another one')
    expect(journal.find(doubted!.id)).toEqual(doubted)
  })

  it('to keep that an order is sent, keeps it from being sent', async () => {
    const { sending, journal, calls, record, told } = newSending()
    const intents = record()
    journal.refuse((kind) => kind === 'sent')
    const [after] = await sending.send({ intents })
    expect(calls).toEqual([])
    expect(after).toMatchObject({ state: 'not-sent', parts: [{ code: 'storage-failed' }] })
    expect(told).toEqual([after])
    expect(journal.find(intents[0]!.id)).toEqual(after)
  })

  it('to keep an answer, does not hide it; it is written when the disk is back, and nothing is sent again', async () => {
    const { sending, writer, journal, calls, clock, record, states } = newSending()
    const intents = record()
    journal.refuse((kind) => kind === 'answered')
    const [after] = await sending.send({ intents })
    expect(after).toMatchObject({ state: 'accepted', parts: [{ orderId: '1' }] })
    expect(states()).toEqual(['sent', 'accepted'])
    const kept = journal.find(intents[0]!.id)!
    expect(kept.state).toBe('sent')
    expect(writer.latest(kept)).toEqual(after)

    await clock.advance(10_000)
    expect(journal.find(kept.id)?.state).toBe('sent')
    journal.accept()
    await clock.advance(2000)
    expect(journal.find(kept.id)).toMatchObject({ state: 'accepted', parts: [{ orderId: '1' }] })
    expect(states()).toEqual(['sent', 'accepted', 'accepted'])
    expect(calls).toHaveLength(1)
    expect(clock.pending).toBe(0)
  })

  it('for a time, gets everything in the order in which it happened', async () => {
    const { sending, writer, journal, record } = newSending()
    journal.refuse((kind) => kind === 'answered')
    const [former] = await sending.send({ intents: record() })
    journal.accept()
    const [later] = await sending.send({ intents: record() })
    expect([former, later].map((one) => journal.find(one!.id)?.state)).toEqual([
      'accepted',
      'accepted',
    ])
    expect(writer.latest(former!)).toBe(former)
  })

  it('gets what it missed at the latest when the desk stops', async () => {
    const { sending, writer, journal, clock, record } = newSending()
    journal.refuse((kind) => kind === 'answered')
    const [after] = await sending.send({ intents: record() })
    journal.accept()
    writer.stop()
    expect(journal.find(after!.id)?.state).toBe('accepted')
    expect(clock.pending).toBe(0)
  })

  it('does not lose the outcome of one order to another that was settled meanwhile', async () => {
    const { sending, writer, journal, record } = newSending()
    journal.refuse((kind) => kind === 'answered')
    const [one] = await sending.send({ intents: record() })
    const [other] = await sending.send({ intents: record() })
    journal.accept()
    journal.append([{ intent: one!.id, event: { kind: 'answered', parts: [] } }])
    writer.stop()
    expect(journal.find(one!.id)?.state).toBe('in-doubt')
    expect(journal.find(other!.id)?.state).toBe('accepted')
  })
})

it('a window that fails to listen changes nothing for an order', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => said.mockRestore())
  const journal = keptJournal()
  const writer = new EventWriter({
    journal,
    clock: new FakeClock(),
    now: () => 0,
    onChange: () => {
      throw new Error('a window is gone')
    },
  })
  const client = { call: () => Promise.resolve(taken(['1'])) } as unknown as ServiceClient
  const loginOf = () => Promise.resolve(ok(login))
  const sending = new Sending({
    journal,
    writer,
    client,
    login: loginOf,
    orders: () => ({ seen: [], age: null }),
    clockMark,
    formerlyNoted: () => 0,
    isAnother: () => false,
  })
  const intents = journal.append([{ intent: randomUUID(), event: recordedEvent() }])
  expect(await sending.send({ intents })).toMatchObject([{ state: 'accepted' }])
  expect(said).toHaveBeenCalled()
})

describe('the outcome of a failure', () => {
  const surelyNotSent: ErrorCode[] = [
    'invalid',
    'not-sent',
    'cancelled',
    'not-found',
    'no-keys',
    'vault-not-chosen',
    'vault-locked',
    'vault-missing',
    'vault-failed',
    'wrong-passphrase',
    'screen-locked',
    'too-soon',
    'storage-failed',
    'forbidden',
    'unknown-call',
    'desk-away',
  ]
  const saysNo: ErrorCode[] = ['refused', 'bad-keys', 'address-refused', 'rate-limited']
  const stateOf = (code: ErrorCode): PartState => {
    if (surelyNotSent.includes(code)) return 'not-sent'
    return saysNo.includes(code) ? 'refused' : 'in-doubt'
  }

  it.each(errorCodes)(
    '%s is in doubt, unless it says no or that nothing was sent',
    async (code) => {
      const { sending, record } = newSending({
        call: () => Promise.resolve(fail(code, 'So it is.')),
      })
      const [after] = await sending.send({ intents: record() })
      expect(after).toMatchObject({ account, state: stateOf(code), parts: [{ code }] })
    },
  )
})
