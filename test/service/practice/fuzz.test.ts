import fc from 'fast-check'
import { expect, test } from 'vitest'
import { operationNames } from '../../../src/shared/service/operations.ts'
import { keys, openPractice, samples } from './practice-client.ts'

const awkward = fc.oneof(
  fc.constantFrom('', '0', '-0', '1e999', '999999999999999', '0.0000001', 'NaN', '__proto__'),
  fc.constantFrom(
    'constructor',
    'YES',
    'SL-M',
    'NIFTY',
    'CE',
    '\u0000',
    '\ud800',
    'x'.repeat(5000),
  ),
  fc.string(),
  fc.jsonValue({ maxDepth: 2 }),
)

/** Good requests with one thing or another put wrong, which get further in than noise does. */
const mutated = fc
  .record({
    operation: fc.constantFrom(...operationNames),
    changes: fc.array(fc.tuple(fc.nat(), awkward), { minLength: 1, maxLength: 3 }),
  })
  .map(({ operation, changes }) => {
    const request = structuredClone({ ...keys(), data: samples[operation] })
    for (const [where, value] of changes) mutate(request, where, value)
    return { operation, body: JSON.stringify(request) }
  })

function mutate(request: object, where: number, value: unknown): void {
  const places: [Record<string, unknown>, string][] = []
  const collect = (within: object): void => {
    for (const [name, inner] of Object.entries(within)) {
      places.push([within as Record<string, unknown>, name])
      if (typeof inner === 'object' && inner !== null) collect(inner as object)
    }
  }
  collect(request)
  const place = places[where % places.length]
  if (place) place[0][place[1]] = value
}

const noise = fc.record({
  operation: fc.constantFrom(...operationNames),
  body: fc.oneof(fc.string(), fc.json(), fc.uint8Array({ maxLength: 200 })),
})

test('nothing that is sent makes the broker fail', async () => {
  const client = await openPractice({ control: true })
  await fc.assert(
    fc.asyncProperty(fc.oneof({ weight: 3, arbitrary: mutated }, noise), async (request) => {
      const { status, body } = await client.post(
        `/v1/${request.operation}`,
        request.body as string | Uint8Array<ArrayBuffer>,
      )
      expect([200, 400, 401]).toContain(status)
      if (status !== 200)
        expect(body).toMatchObject({ status: 'error', error_type: 'E', error_msg: /./ as never })
    }),
    { seed: 20261121, numRuns: 1000 },
  )
  client.practice.advance(120_000)
  for (const { broker, client: owner } of client.practice.engine.accounts)
    for (const operation of ['OrderBook', 'PositionBook', 'Funds'])
      expect(
        (await client.call(operation, { broker }, owner === 'practice-1' ? 1 : 2)).body,
      ).toBeTruthy()
})

test.each(['fault', 'price', 'advance', 'clear', 'nothing'])(
  'nothing that is sent to control/%s makes the broker fail',
  async (what) => {
    const client = await openPractice({ control: true })
    await fc.assert(
      fc.asyncProperty(fc.json(), async (body) => {
        const { status } = await client.post(`/control/${what}`, body)
        expect(status).toBeLessThan(500)
      }),
      { seed: 20261121, numRuns: 60 },
    )
  },
)

test('a million brackets are not JSON too deep to refuse', async () => {
  const client = await openPractice()
  const { status } = await client.post('/v1/Funds', '['.repeat(999_999))
  expect(status).toBe(400)
  const deep = '['.repeat(400_000) + ']'.repeat(400_000)
  expect((await client.post('/v1/Funds', deep)).status).toBe(400)
})
