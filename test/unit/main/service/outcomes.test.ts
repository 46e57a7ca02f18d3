import { describe, expect, test } from 'vitest'
import { orderWithoutAnswer } from '../../../../src/main/service/missing-answer.ts'
import { type Asked, outcomesOf } from '../../../../src/main/service/outcomes.ts'
import {
  type ExitOperation,
  operationNames,
  operations,
  type PlaceOperation,
} from '../../../../src/shared/service/operations.ts'
import { sampleAnswer, sampleRecords } from '../../../faults/samples.ts'

type Once = PlaceOperation | ExitOperation
const onces = operationNames.filter((name) => operations[name].kind !== 'read') as Once[]
const placements = onces.filter((name) => operations[name].kind === 'place')
const exits = onces.filter((name) => operations[name].kind === 'exit')

const unknownWords = [
  '',
  'Expecting value: line 1 column 1 (char 0)',
  "'NoneType' object is not subscriptable",
  'Internal error',
  'Remote end closed connection without response',
  'Broken pipe',
  'Server Error',
  'Unknown error',
  'Something went wrong',
  'Order status unknown',
  'Order placed but confirmation pending',
  'Duplicate request',
  'Session is closed',
  'Token expired',
  'Invalid token',
  'Exchange is not available',
]

const plain = (legs: number): Asked => ({ splits: new Array<boolean>(legs).fill(false) })
const outcomes = (name: Once, asked: number | Asked, body: unknown, status = 200) =>
  outcomesOf(name, typeof asked === 'number' ? plain(asked) : asked, {
    status,
    bytes: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  })
const success = (data: unknown) => ({ status: 'success', data })
const placed = (orderid: string) => success({ broker: 'ZE', orderid })
const error = (error_msg: string) => ({ status: 'error', error_msg, error_type: 'E' })
const done = (orderid: string) => ({ ok: true, value: { broker: 'ZE', orderid } })
/** What stands beside a clear no, and tells of an order all the same. */
const besideNo = [
  { data: { orderids: ['26112500000109'] } },
  { data: ['26112500000109'] },
  { data: '26112500000109' },
  { orders: [26112500000109] },
  { data: { ref: '26112500000109' } },
  { message: 'Order placed successfully' },
  { data: { status: 'open' } },
  { order_status: 'queued' },
  { status: 'queued' },
  { status: 'accepted' },
  { status: 'partial' },
  { status: true },
]
/** What stands beside one, and tells of none. */
const besideANo = [
  { data: null },
  { data: {} },
  { timestamp: 1764061200000 },
  { request_id: '26112500000109' },
  { message: 'Insufficient funds' },
  { code: 'MARGIN_SHORTFALL', status: 'failed' },
]
const failed = (code: string) => ({ ok: false, error: { code } })

describe.each(onces)('%s', (name) => {
  const record = sampleRecords[name]

  test('is done in every form that its result can take', () => {
    for (const body of [
      sampleAnswer(name),
      success(record),
      success([record]),
      [success(record)],
      [[success(record)]],
      [success([record])],
      success([success(record)]),
      { status: 'SUCCESS', data: record },
    ])
      expect(outcomes(name, 1, body)).toMatchObject({
        ok: true,
        value: [[{ ok: true, value: record }]],
      })
  })

  test('is refused where an error says so', () => {
    expect(outcomes(name, 1, error('Insufficient funds'))).toMatchObject(failed('refused'))
    expect(outcomes(name, 1, [error('Invalid api_key')])).toMatchObject({
      ok: true,
      value: [[failed('bad-keys')]],
    })
    expect(outcomes(name, 1, error('Too many requests'))).toMatchObject(failed('rate-limited'))
  })

  test('is refused by HTTP 429 in an envelope of the service; without one an order is looked up: it may have been made', () => {
    const code = operations[name].kind === 'place' ? 'said-no' : 'rate-limited'
    for (const body of ['', '<html>', { message: 'x' }])
      expect(outcomes(name, 1, body, 429)).toMatchObject(failed(code))
    for (const body of [error('x'), error('Too many requests')])
      expect(outcomes(name, 1, body, 429)).toMatchObject(failed('rate-limited'))
    expect(outcomes(name, 1, success(record), 429)).toMatchObject(failed('in-doubt'))
  })

  test.runIf(operations[name].kind === 'place')(
    'is looked up where something beside a clear no tells of an order',
    () => {
      const no = error('Insufficient funds')
      for (const beside of besideNo)
        expect(outcomes(name, 1, { ...no, ...beside }), JSON.stringify(beside)).toMatchObject({
          ok: false,
          error: { code: expect.stringMatching(/said-no|in-doubt/) },
        })
      for (const status of [201, 202])
        expect(outcomes(name, 1, no, status)).toMatchObject(failed('said-no'))
      for (const beside of besideANo)
        expect(outcomes(name, 1, { ...no, ...beside }), JSON.stringify(beside)).toMatchObject(
          failed('refused'),
        )
    },
  )

  test('is in doubt where the service does not know itself', () => {
    for (const words of [
      'Request timed out',
      'timeout of 5000ms exceeded',
      'No response from broker',
      'Bad Gateway',
      'ECONNRESET',
    ])
      expect(outcomes(name, 1, error(words))).toMatchObject(failed('in-doubt'))
    expect(outcomes(name, 1, error('Insufficient funds'), 500)).toMatchObject(failed('in-doubt'))
    expect(outcomes(name, 1, error('Wait'), 408)).toMatchObject(failed('in-doubt'))
  })

  test('has said no, and is looked up, in words that nobody knows', () => {
    for (const words of unknownWords) {
      expect(outcomes(name, 1, error(words)), words).toMatchObject(failed('said-no'))
      expect(outcomes(name, 1, [error(words)])).toMatchObject({
        ok: true,
        value: [[{ ok: false, error: { code: 'said-no' } }]],
      })
    }
    expect(outcomes(name, 1, error('Broken pipe'))).toMatchObject({
      error: { detail: 'Broken pipe' },
    })
  })

  test('is in doubt where the answer is none of the documented', () => {
    for (const body of [
      '',
      '<html>',
      '{"status":"succ',
      '42',
      'null',
      '{}',
      record,
      [record],
      { status: 'pending', data: record },
      success({}),
      success('Order placed'),
      success({ broker: 'ZE' }),
      { status: 'success' },
      { status: 'accepted', ...record, orderid: '', symbol: '' },
    ]) {
      const reply = outcomes(name, 1, body)
      const all = reply.ok ? reply.value.flat() : [reply]
      expect(all).toMatchObject([failed('in-doubt')])
    }
  })

  test('is in doubt where a success comes with a failing HTTP status', () => {
    for (const status of [301, 302, 404, 500, 503])
      expect(outcomes(name, 1, success(record), status)).toMatchObject(failed('in-doubt'))
  })
})

test.each(placements)('%s is in doubt where a success holds nothing', (name) => {
  for (const data of [null, '', 'NA', []]) {
    const reply = outcomes(name, 1, success(data))
    expect(reply.ok ? reply.value.flat() : [reply]).toMatchObject([failed('in-doubt')])
  }
})

test.each(placements)('%s is the order that an error names', (name) => {
  for (const body of [
    { ...error('Broken pipe'), orderid: '77' },
    { ...error('Broken pipe'), data: { order_id: '77' } },
    { ...error('Insufficient funds'), data: { orderid: '77' } },
    { ...error('Insufficient funds'), data: [{ broker: 'ZE', orderid: '77' }] },
    { ...error('Insufficient funds'), data: { order: { orderid: '77' } } },
    { ...error('Insufficient funds'), orders: [{ order_id: '77' }, { order_id: ' 077 ' }] },
    { ...error('Insufficient funds'), data: { nOrdNo: '77' } },
    { ...error('Insufficient funds'), norenordno: 77 },
  ])
    expect(outcomes(name, 1, [body]), JSON.stringify(body)).toMatchObject({
      ok: true,
      value: [
        [
          {
            ok: true,
            value: { orderid: expect.stringMatching(/^ ?0?77 ?$/) },
            trouble: body.error_msg,
          },
        ],
      ],
    })
})

test.each(placements)(
  '%s is the order that a success names, with what is said against it',
  (name) => {
    const said = (data: object, beside: object = {}) => {
      const reply = outcomes(name, 1, {
        ...success({ broker: 'ZE', orderid: '77', ...data }),
        ...beside,
      })
      return reply.ok ? reply.value[0] : reply
    }
    expect(said({ status: 'rejected', rejreason: 'RMS' })).toMatchObject([
      { ok: true, value: { orderid: '77' }, trouble: 'rejected, RMS' },
    ])
    expect(said({}, { error_msg: 'Margin exceeds' })).toMatchObject([{ trouble: 'Margin exceeds' }])
    for (const data of [{ status: 'open', message: 'Order placed' }, { rejreason: 'NA' }])
      expect(said(data, { error_msg: '' })).not.toMatchObject([{ trouble: expect.anything() }])
  },
)

test.each(placements)('%s is in doubt where an error tells of an order, and not which', (name) => {
  for (const beside of [
    { orders: [{ orderid: '77' }, { orderid: '78' }] },
    { data: { orderid: 'NA', exchordid: '1100000012345' } },
    { data: [{ parentorderid: 'B77' }] },
    { result: { uniqueOrderId: 'a1-b2' } },
  ])
    expect(
      outcomes(name, 1, { ...error('Insufficient funds'), ...beside }),
      JSON.stringify(beside),
    ).toMatchObject(failed('in-doubt'))
})

test.each(placements)('%s is refused where an error names no order', (name) => {
  for (const beside of [
    { data: { orderid: 'NA', exchordid: '' } },
    { data: { orderid: 'RMS:Margin' }, order_no: 0 },
    { orderid: 'ERR404' },
    { data: { request: { symbol: 'INFY-EQ', quantity: '10', record_no: '7' } } },
  ])
    expect(
      outcomes(name, 1, { ...error('Insufficient funds'), ...beside }),
      JSON.stringify(beside),
    ).toMatchObject(failed('refused'))
})

test.each(placements)('%s is the one order that a success names deeper than it should', (name) => {
  for (const data of [
    { data: { orderid: '77' } },
    { data: { data: { order_id: '77' } } },
    [{ result: { order_id: '77' } }],
    { result: { orders: [{ broker: 'ZE', orderid: '77' }, { orderid: '77' }] } },
  ]) {
    const reply = outcomes(name, 1, success(data))
    const of = reply.ok ? reply.value.flat() : [reply]
    expect(of, JSON.stringify(data)).toMatchObject([{ ok: true, value: { orderid: '77' } }])
  }
  for (const data of [
    { data: [{ orderid: '77' }, { orderid: '78' }] },
    { data: { ...error('Margin exceeds'), orderid: '77' } },
    { parent: { parentorderid: 'B77' } },
  ]) {
    const reply = outcomes(name, 1, success(data))
    const of = reply.ok ? reply.value.flat() : [reply]
    expect(of, JSON.stringify(data)).toMatchObject([failed('in-doubt')])
  }
})

test.each(placements)('%s is in doubt where a success names no order', (name) => {
  for (const orderid of [
    'RMS: margin exceeds',
    'False',
    'True',
    false,
    '-1',
    -1,
    '0',
    '000',
    0,
    '',
    ' ',
    'order 12 failed',
    'Rejected',
    'RMS:Rule:17070',
    'rms:17',
    'ERR404',
    'err_404',
    'Error-17',
    'NSE:REJ:16278',
    'HTTP500',
    null,
  ]) {
    const reply = outcomes(name, 1, [success({ broker: 'ZE', orderid })])
    expect(reply.ok ? reply.value.flat() : [reply], String(orderid)).toMatchObject([
      failed('in-doubt'),
    ])
  }
  expect(outcomes(name, 1, [success({ orderid: 'RMS: margin exceeds' })])).toMatchObject({
    value: [[{ error: { detail: expect.stringContaining('RMS: margin exceeds') } }]],
  })
})

test.each(placements)('%s is known by its id as it came, with all its digits', (name) => {
  for (const orderid of [
    ' 123 ',
    '00123',
    'NX1-22/7',
    '231019025000398',
    'a1b2-c3',
    'a1rms9',
    'NSE:1001',
    'E1',
  ])
    expect(outcomes(name, 1, [success({ broker: 'ZE', orderid })])).toMatchObject({
      value: [[done(orderid)]],
    })
  expect(
    outcomes(name, 1, '[{"status":"success","data":{"broker":"ZE","orderid":90071992547409931}}]'),
  ).toMatchObject({ value: [[done('90071992547409931')]] })
})

test.each(exits)('%s is not done by an error that names an order', (name) => {
  const reply = outcomes(name, 1, { ...error('Could not be cancelled'), orderid: '77' })
  expect(reply).toMatchObject({ ok: false })
})

test.each(exits)('%s is done where there was nothing to do', (name) => {
  for (const body of [[], success(null), success([]), success('NA'), [success([])]])
    expect(outcomes(name, 1, body)).toEqual({ ok: true, value: [[]] })
})

describe.each(exits)('%s, in a row of which a status stands,', (name) => {
  const row = (more: object) => [success({ ...sampleRecords[name], ...more })]

  test.each(['failed', 'rejected', 'Not Closed', 'error', 'open', 'pending'])(
    'has said no or does not know where that is %s',
    (status) => {
      expect(outcomes(name, 1, row({ status }))).toMatchObject({
        ok: true,
        value: [
          [{ ok: false, error: { code: 'said-no', detail: expect.stringContaining(status) } }],
        ],
      })
    },
  )

  test('is refused where a known no stands beside it', () => {
    expect(
      outcomes(name, 1, row({ status: 'failed', reason: 'Insufficient funds' })),
    ).toMatchObject({ value: [[failed('refused')]] })
  })

  test.each(['closed', 'Squared Off', 'CANCELLED', 'success', '', 'NA', null])(
    'is done where that is %j',
    (status) => {
      expect(outcomes(name, 1, row({ status }))).toMatchObject({ value: [[{ ok: true }]] })
    },
  )
})

test.each(placements)(
  '%s of one order that is not split is in doubt where results differ',
  (name) => {
    const [yes, no] = [placed('77'), error('Insufficient funds')]
    for (const [form, body] of Object.entries({
      'a list': [yes, no],
      'the other way round': [no, yes],
      'a list in a list': [[yes, no]],
      'a list in an envelope': success([{ broker: 'ZE', orderid: '77' }, no]),
      'a leg among others': [[yes, no], yes],
    })) {
      const legs = form === 'a leg among others' ? 2 : 1
      const reply = outcomes(name, legs, body)
      const [first] = reply.ok ? reply.value : []
      expect(first, form).toMatchObject([failed('in-doubt')])
      expect(JSON.stringify(first), form).toMatch(/order 77.*Insufficient|Insufficient.*order 77/)
    }
    expect(outcomes(name, 1, [no, no])).toMatchObject({ value: [[failed('said-no')]] })
    // A broker may split what is above the freeze limit unasked.
    if (name !== 'PlaceCOOrder')
      expect(outcomes(name, 1, [yes, placed('78')])).toMatchObject({
        value: [[done('77'), done('78')]],
      })
    // It was said twice.
    expect(outcomes(name, 1, [yes, placed(' 077')])).toMatchObject({ value: [[{ ok: true }]] })
    const inTrouble = { ...yes, error_msg: 'Late' }
    for (const twice of [
      [yes, inTrouble],
      [inTrouble, yes],
    ])
      expect(outcomes(name, 1, twice)).toEqual({
        ok: true,
        value: [[{ ...done('77'), trouble: 'Late' }]],
      })
    expect(outcomes(name, 1, [yes, yes, no])).toMatchObject({ value: [[failed('in-doubt')]] })
  },
)

/** A no that stands beside another answer is looked up. */
const lookedUp = (means: unknown): unknown =>
  (means as { ok: boolean }).ok ? means : failed('said-no')

describe('the legs of one request', () => {
  const leg = { yes: placed('1'), no: error('Insufficient funds') } as const
  const forms: Record<
    string,
    (at: number, isDone: boolean) => { wire: unknown; means: unknown[] }
  > = {
    plain: (at, isDone) =>
      isDone
        ? { wire: placed(`o1${at}`), means: [done(`o1${at}`)] }
        : { wire: leg.no, means: [failed('refused')] },
    sliced: (at, isDone) => ({
      wire: [placed(`o1${at}a`), isDone ? placed(`o1${at}b`) : leg.no],
      means: [done(`o1${at}a`), isDone ? done(`o1${at}b`) : failed('refused')],
    }),
    'in turns plain and sliced': (at, isDone) =>
      at % 2 === 0 ? forms.plain!(at, isDone) : forms.sliced!(at, isDone),
  }

  test.each(Object.keys(forms))('%s, are attributed for all outcomes of up to eight', (form) => {
    for (let legs = 2; legs <= 8; legs += 1)
      for (let bits = 0; bits < 2 ** legs; bits += 1) {
        const made = Array.from({ length: legs }, (_, at) =>
          forms[form]!(at, (bits & (1 << at)) !== 0),
        )
        const splits = made.map(({ wire }) => Array.isArray(wire))
        const reply = outcomes(
          'PlaceMultiOrder',
          { splits },
          made.map(({ wire }) => wire),
        )
        const isMixed = made.some(({ means }) => means.some((one) => (one as { ok: boolean }).ok))
        const meant = made.map(({ means }) => means.map((one) => (isMixed ? lookedUp(one) : one)))
        expect(reply).toMatchObject({ ok: true, value: meant })
      }
  })

  test('are refused at once only where a clear no is said to each of them', () => {
    const no = error('Insufficient funds')
    const told = (...wire: unknown[]) => outcomes('PlaceMultiOrder', wire.length, wire)
    expect(told(no, error('Invalid symbol'))).toMatchObject({
      value: [[failed('refused')], [failed('refused')]],
    })
    for (const other of [placed('77'), error('Internal error'), null]) {
      const reply = told(other, no)
      const said = { error: { code: 'said-no', detail: 'Insufficient funds' } }
      expect(reply.ok && reply.value[1], JSON.stringify(other)).toMatchObject([said])
    }
  })

  test('are refused at once, also beside others, by a no that names what one of them alone trades', () => {
    const symbols = ['SBIN-EQ', 'INFY-EQ', 'INFY-EQ', undefined]
    const asked = { splits: symbols.map(() => false), symbols }
    const told = (place: number, words: string): unknown => {
      const wire: unknown[] = symbols.map((_, leg) => placed(String(77 + leg)))
      wire[place] = error(words)
      const reply = outcomes('PlaceMultiOrder', asked, wire)
      return reply.ok && reply.value[place]?.[0]
    }
    expect(told(0, 'Invalid symbol sbin-eq: no such instrument')).toMatchObject(failed('refused'))
    expect(told(0, 'Invalid symbol INFY-EQ')).toMatchObject(failed('said-no'))
    expect(told(0, 'Invalid symbol SBIN')).toMatchObject(failed('said-no'))
    expect(told(0, 'Invalid symbol SBIN-EQ, not INFY-EQ')).toMatchObject(failed('said-no'))
    expect(told(1, 'Invalid symbol INFY-EQ')).toMatchObject(failed('said-no'))
    expect(told(3, 'Invalid symbol')).toMatchObject(failed('said-no'))
  })

  test('are all in doubt where results are missing or too many', () => {
    for (let legs = 2; legs <= 8; legs += 1)
      for (let results = 0; results <= 10; results += 1) {
        if (results === legs) continue
        const wire = Array.from({ length: results }, (_, at) => placed(`o1${at}`))
        expect(outcomes('PlaceMultiBOOrder', legs, wire)).toMatchObject(failed('in-doubt'))
      }
  })

  test('are in doubt where there are more results than anybody would look through', () => {
    const errors = Array.from({ length: 1002 }, (_, at) => error(`RMS: margin exceeds ${at}`))
    expect(outcomes('PlaceSmartOrder', 1, errors)).toMatchObject({ error: { code: 'in-doubt' } })
    expect(outcomes('PlaceSmartOrder', 1, [errors.slice(0, 1001)])).toMatchObject({ ok: true })
    const cancelled = Array.from({ length: 3000 }, (_, at) => success({ orderid: `${at + 1}` }))
    expect(outcomes('CancelAllOrder', 1, cancelled)).toMatchObject({ ok: true })
  })

  test('are in doubt one by one where one has no result of its own', () => {
    expect(
      outcomes('PlaceMultiFOOptionsOrder', 4, [placed('a1'), null, [], success('?')]),
    ).toMatchObject({
      ok: true,
      value: [[done('a1')], [failed('in-doubt')], [failed('in-doubt')], [failed('in-doubt')]],
    })
  })

  test('are all refused by the door of the service, in words for keys or address', () => {
    for (const [words, status, code] of [
      ['Invalid API key', 401, 'bad-keys'],
      ['Request from an unregistered IP address', 403, 'address-refused'],
    ] as const)
      expect(outcomes('PlaceMultiOrder', 3, error(words), status)).toMatchObject(failed(code))
  })

  test('are all looked up after one no for several, of which some may have been placed', () => {
    for (const words of ['Insufficient funds', 'Too many requests', 'Internal error'])
      for (const body of [error(words), [[error(words)]], success([error(words)])])
        expect(
          outcomes('PlaceMultiOrder', 3, Array.isArray(body) ? error(words) : body),
          words,
        ).toMatchObject({ ok: false, error: { code: expect.stringMatching(/said-no|in-doubt/) } })
    expect(outcomes('PlaceMultiOrder', 3, error('Insufficient funds'))).toMatchObject(
      failed('said-no'),
    )
  })

  test('are all looked up after a gate that may have closed between them', () => {
    for (const [words, status] of [
      ['Too many requests', 429],
      ['Session expired, please log in again', 200],
      ['Nobody', 401],
      ['<html>', 429],
    ] as const) {
      const body = words === '<html>' ? words : error(words)
      expect(outcomes('PlaceMultiOrder', 3, body, status), words).toMatchObject(failed('said-no'))
    }
  })

  const sliced = { splits: [true] }
  const gates = ['Too many requests', 'Session expired, please log in again', 'Invalid API key']

  test('are all looked up after one no for an order that is split', () => {
    for (const words of ['Insufficient funds', ...gates]) {
      expect(outcomes('PlaceSmartOrder', sliced, error(words)), words).toMatchObject(
        failed('said-no'),
      )
      for (const body of [[error(words)], [[error(words)]], success([error(words)])])
        expect(outcomes('PlaceMultiOrder', sliced, body), words).toMatchObject({
          value: [[failed('said-no')]],
        })
    }
    expect(outcomes('PlaceMultiOrder', sliced, '<html>', 429)).toMatchObject(failed('said-no'))
  })

  test('are all refused by the door of the service also where an order is split', () => {
    for (const body of [error('Invalid API key'), [error('Invalid API key')]]) {
      const reply = outcomes('PlaceMultiOrder', sliced, body, 401)
      expect(reply.ok ? reply.value.flat() : [reply]).toMatchObject([failed('bad-keys')])
    }
  })

  test('are refused by no door at once where they come with the keys of several clients', () => {
    const several = { splits: [false, false], isOfSeveralClients: true }
    for (const status of [401, 403, 429])
      expect(outcomes('PlaceMultiOrder', several, error('Invalid API key'), status)).toMatchObject(
        failed('said-no'),
      )
    expect(outcomes('PlaceMultiOrder', several, '<html>', 429)).toMatchObject(failed('said-no'))
    const mixed = [success({ broker: 'ZE', orderid: '1' }), error('Invalid API key')]
    expect(outcomes('PlaceMultiOrder', several, mixed)).toMatchObject({
      value: [[done('1')], [failed('said-no')]],
    })
  })

  test('are refused one by one where a known no is that of one that is not split', () => {
    const no = error('Insufficient funds')
    expect(outcomes('PlaceMultiOrder', { splits: [true, false] }, [no, no])).toMatchObject({
      value: [[failed('said-no')], [failed('said-no')]],
    })
  })

  test('are looked up one by one where a gate closes among them', () => {
    for (const words of gates) {
      const no = error(words)
      expect(outcomes('PlaceMultiOrder', sliced, [[placed('a1'), no, no]]), words).toMatchObject({
        value: [[done('a1'), failed('said-no'), failed('said-no')]],
      })
      expect(outcomes('PlaceMultiOrder', 3, [placed('a1'), no, placed('c1')])).toMatchObject({
        value: [[done('a1')], [failed('said-no')], [done('c1')]],
      })
    }
  })

  test('are in doubt where one error names one order and stands for several', () => {
    const named = { ...error('Broken pipe'), data: { orderid: '77' } }
    expect(outcomes('PlaceMultiOrder', 3, named)).toMatchObject({ ok: false })
  })

  test('are all in doubt where one success stands for several', () => {
    expect(outcomes('PlaceMultiOrder', 2, placed('a1'))).toMatchObject(failed('in-doubt'))
  })

  test('are read from a list inside one envelope as well', () => {
    expect(
      outcomes('PlaceMultiOrder', 2, success([{ orderid: 'a1' }, [placed('b1'), placed('c1')]])),
    ).toMatchObject({
      ok: true,
      value: [[{ ok: true, value: { orderid: 'a1' } }], [done('b1'), done('c1')]],
    })
  })
})

describe.each([
  ['PlaceBOOrder', 3],
  ['PlaceMultiBOOrder', 3],
  ['PlaceCOOrder', 2],
] as const)('an order whose legs are named as well: %s', (name, count) => {
  const named = (all: readonly string[]) => {
    const ids = all.slice(0, count)
    return [ids.map(placed), [ids.map(placed)], success(ids.map((orderid) => ({ orderid })))]
  }

  test('is its entry, which has the first and the least number', () => {
    for (const body of named(['26113000000009', '26113000000010', '26113000000011'])) {
      const reply = outcomes(name, 1, body)
      expect(reply).toMatchObject({
        value: [[{ ok: true, value: { orderid: '26113000000009' } }]],
      })
      expect(reply.ok && reply.value.flat()).toHaveLength(1)
    }
  })

  test('is looked up where that does not tell which the entry is', () => {
    for (const ids of [
      ['8', '7', '9'],
      ['99', '100', '101'],
      ['a', 'b', 'c'],
    ])
      for (const body of named(ids))
        expect(outcomes(name, 1, body)).toMatchObject({
          value: [[{ ok: false, error: { code: 'in-doubt' } }]],
        })
  })
})

describe('a smart order whose position is there already', () => {
  const message = 'Positions Already Matched. No Action needed.'

  test('is refused in the words of the success', () => {
    for (const body of [
      { status: 'success', message },
      { status: 'success', message, data: null },
      success({ message }),
    ])
      expect(outcomes('PlaceSmartOrder', 1, body)).toMatchObject({
        ok: false,
        error: { code: 'refused', detail: message },
      })
  })

  test('is not where an order is named, nor for another operation', () => {
    const named = { status: 'success', message, data: { orderid: '77' } }
    expect(outcomes('PlaceSmartOrder', 1, named)).toMatchObject({ value: [[{ ok: true }]] })
    for (const body of [
      { status: 'success', message, data: { ref: '26112500000109' } },
      { status: 'success', message, order_status: 'queued' },
    ])
      expect(outcomes('PlaceSmartOrder', 1, body)).not.toMatchObject({
        error: { code: 'refused' },
      })
    expect(outcomes('PlaceBOOrder', 1, { status: 'success', message })).not.toMatchObject({
      error: { code: 'refused' },
    })
  })
})

test('what is no answer is said in plain words, with its code behind them', () => {
  expect(outcomes('PlaceMultiOrder', 1, '<html>', 502)).toMatchObject({
    error: { code: 'in-doubt', detail: 'an answer that is none of the service’s own (HTTP 502)' },
  })
  const detail = 'UND_ERR_SOCKET: other side closed'
  const lost = { answered: false, sent: true, why: 'connection', detail } as const
  expect(orderWithoutAnswer(lost)).toMatchObject({
    error: {
      code: 'in-doubt',
      detail: `the connection broke after the request was sent (${detail})`,
    },
  })
})
