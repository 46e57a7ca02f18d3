import { describe, expect, it } from 'vitest'
import { type ReadPlace, ReadQueue } from '../../../../src/main/service/read-queue.ts'
import { FakeClock } from '../core/fake-clock.ts'
import { limitedQueue } from './limited-queue.ts'

/** Milliseconds at which a service is done with a request that it is asked now. */
type Service = (now: number) => number

const together =
  (takes: () => number): Service =>
  (now) =>
    now + takes()

/** So many at once, and who comes then waits for the first that is free. */
const withClerks = (count: number, takes: (from: number) => number): Service => {
  const freeAt = Array.from({ length: count }, () => 0)
  return (now) => {
    const next = freeAt.indexOf(Math.min(...freeAt))
    const from = Math.max(now, freeAt[next]!)
    return (freeAt[next] = from + takes(from))
  }
}

const hangs: Service = () => Infinity
/** Milliseconds after which nobody waits for an answer any more. */
const deadline = 10_000

/** Figures that look like chance, and are the same each time. */
const between = (least: number, most: number): (() => number) => {
  let seed = 7
  return () => {
    seed = (seed * 16_807) % 2_147_483_647
    return least + ((most - least) * seed) / 2_147_483_647
  }
}

/** Books that are read again and again at one service, each by its own interval. */
function setUp(serve: Service, { isLimited = false } = {}) {
  const clock = new FakeClock()
  const queue = isLimited ? limitedQueue(clock) : new ReadQueue(clock)
  const begun: { at: number; kind: string; of: string }[] = []
  let underWay = 0
  let most = 0
  const read = (
    kind: string,
    { every = 1000, awaited = false, by = serve, once = false, of = 'one' } = {},
  ): void => {
    let last: number | null = null
    const stand = (): void =>
      void queue.wait({
        account: of,
        isAwaited: () => awaited,
        lateBy: () => (last === null ? Infinity : (clock.now() - last) / every),
        begin: (place) => {
          const at = (last = clock.now())
          begun.push({ at, kind, of })
          most = Math.max(most, (underWay += 1))
          const doneAt = by(at)
          clock.after(Math.min(deadline, doneAt - at), () => {
            underWay -= 1
            place.leave(doneAt - at > deadline ? null : doneAt - at)
            if (!once) clock.after(Math.max(0, last! + every - clock.now()), stand)
          })
        },
      })
    stand()
  }
  let accounts = 0
  const account = (by?: Service): string => {
    const of = `account ${++accounts}`
    for (const [kind, every] of Object.entries(intervals))
      read(kind, { every, of, ...(by && { by }) })
    return of
  }
  /** How long one takes that leaves now. */
  const write = async (): Promise<number> => {
    const end = queue.write()
    const takes = serve(clock.now()) - clock.now()
    await clock.advance(takes)
    end()
    return takes
  }
  const mostSince = (): number => {
    const before = most
    most = underWay
    return before
  }
  const times = (kind: string) => begun.filter((one) => one.kind === kind).map(({ at }) => at)
  return { clock, queue, begun, read, account, write, mostSince, times }
}

const intervals = {
  orders: 1000,
  trades: 2000,
  positions: 1000,
  holdings: 5000,
  funds: 3000,
  profile: 60_000,
}

describe('a service that serves one request at a time', () => {
  it.each([300, 700, 1500])(
    'has reads for two or three seconds to serve: each takes it %i ms',
    async (takes) => {
      const { clock, account, mostSince, begun } = setUp(withClerks(1, () => takes))
      for (let n = 0; n < 2; n++) account()
      await clock.advance(60_000)
      mostSince()
      const before = begun.length
      await clock.advance(60_000)
      expect(mostSince() * takes).toBeLessThanOrEqual(3000)
      // It is never left without anything to do.
      expect(begun.length - before).toBeGreaterThan((60_000 / takes) * 0.9)
    },
  )

  it('is found to, however unlike its answers are', async () => {
    const { clock, account, mostSince } = setUp(withClerks(1, between(200, 1800)))
    for (let n = 0; n < 2; n++) account()
    await clock.advance(60_000)
    mostSince()
    await clock.advance(60_000)
    expect(mostSince()).toBeLessThanOrEqual(4)
  })

  it('is asked for what is read often more often than for the rest, and for all of it', async () => {
    const { clock, account, times } = setUp(withClerks(1, () => 1500))
    for (let n = 0; n < 2; n++) account()
    await clock.advance(300_000)
    expect(times('orders').length).toBeGreaterThan(2 * times('funds').length)
    for (const kind of Object.keys(intervals)) expect(times(kind).length, kind).toBeGreaterThan(1)
  })

  it('is found to serve all at once by now', async () => {
    let serve = withClerks(1, () => 700)
    const { clock, account, begun } = setUp((now) => serve(now))
    for (let n = 0; n < 4; n++) account()
    await clock.advance(60_000)
    serve = together(() => 700)
    await clock.advance(120_000)
    const before = begun.length
    await clock.advance(60_000)
    expect(begun.length - before).toBeGreaterThan(4 * 60 * 2.5)
  })
})

describe('a write to a service that serves one after the other', () => {
  const stalls =
    (takes: number) =>
    (from: number): number =>
      from < 25_000 ? 0 : Math.max(0, 37_000 - from) + takes
  it.each<[string, number, (from: number) => number]>([
    ['that takes 100 ms', 20, () => 100],
    ['that takes 300 ms', 12, () => 300],
    ['that takes 700 ms', 10, () => 700],
    ['that takes 1.5 s', 6, () => 1500],
    ['that takes from 50 to 550 ms', 12, between(50, 550)],
    ['that was fast, and was silent for 12 s, to 12 accounts', 12, stalls(300)],
    ['that was fast, and was silent for 12 s, to 24 accounts', 24, stalls(300)],
    ['that was fast, and was silent for 12 s, and takes 1 s', 6, stalls(1000)],
    ['that was fast for a minute', 12, (from) => (from < 60_000 ? 5 : 300)],
  ])('%s, is soon done', async (_, accounts, takes) => {
    const { clock, account, write } = setUp(withClerks(1, takes))
    for (let n = 0; n < accounts; n++) account()
    await clock.advance(100_000)
    for (let n = 0; n < 3; n++) {
      expect(await write()).toBeLessThanOrEqual(5000)
      await clock.advance(20_000)
    }
  })

  it('of which all are so late at first that nobody waits for them any more, comes to be known, too', async () => {
    const { clock, account, write, begun } = setUp(withClerks(1, () => 3000))
    for (let n = 0; n < 2; n++) account()
    await clock.advance(60_000)
    const before = begun.length
    await clock.advance(60_000)
    expect(begun.length - before).toBeGreaterThan(15)
    expect(begun.length - before).toBeLessThanOrEqual(22)
    expect(await write()).toBeLessThanOrEqual(9000)
  })
})

it('what is awaited of five accounts leaves the order book of a sixth its turns, and each of the five its other books', async () => {
  const { clock, account, read, begun } = setUp(withClerks(1, () => 1000))
  const of = Array.from({ length: 6 }, () => account())
  for (const one of of.slice(0, 5))
    read('the order in doubt', { every: 100, awaited: true, of: one })
  await clock.advance(60_000)
  const from = begun.length
  await clock.advance(120_000)
  const times = (account: string, kind: string): number[] =>
    begun.slice(from).flatMap((one) => (one.of === account && one.kind === kind ? one.at : []))
  const orders = [60_000, ...times(of[5]!, 'orders'), clock.now()]
  expect(Math.max(...orders.map((at, n) => at - (orders[n - 1] ?? at)))).toBeLessThan(30_000)
  for (const one of of.slice(0, 5)) {
    expect(times(one, 'the order in doubt').length).toBeGreaterThanOrEqual(10)
    expect(times(one, 'orders').length).toBeGreaterThanOrEqual(2)
  }
})

describe('a service that serves many at once', () => {
  it.each([
    ['50 ms', () => 50],
    ['1,500 ms', () => 1500],
    ['now 400 and now 1,800 ms', between(400, 1800)],
  ])(
    'is read as often as it would be without a queue, where it answers in %s',
    async (_, takes) => {
      const { clock, account, begun } = setUp(together(takes))
      for (let n = 0; n < 10; n++) account()
      await clock.advance(20_000)
      const before = begun.length
      await clock.advance(60_000)
      const byItself = (every: number): number => 60_000 / Math.max(every, takes())
      const all = Object.values(intervals).reduce((sum, every) => sum + byItself(every), 0)
      expect(begun.length - before).toBeGreaterThan(0.85 * 10 * Math.min(all, 180))
    },
  )

  it('tells of thirty accounts within a few of its answers', async () => {
    const { clock, account, begun } = setUp(together(() => 400))
    for (let n = 0; n < 30; n++) account()
    await clock.advance(1800)
    expect(begun.filter(({ kind }) => kind === 'profile')).toHaveLength(30)
  })

  it('is read on where it answers nothing to some', async () => {
    const { clock, account, times } = setUp(together(() => 50))
    for (let n = 0; n < 8; n++) account(hangs)
    account()
    await clock.advance(30_000)
    const before = times('orders').length
    await clock.advance(10_000)
    expect(times('orders').length - before).toBeGreaterThanOrEqual(9)
  })
})

it('a service that serves five at once has a few more than these to serve, of 180', async () => {
  const { clock, account, mostSince, begun } = setUp(withClerks(5, between(400, 600)))
  for (let n = 0; n < 30; n++) account()
  await clock.advance(60_000)
  mostSince()
  const before = begun.length
  await clock.advance(60_000)
  expect(mostSince()).toBeLessThanOrEqual(30)
  expect(begun.length - before).toBeGreaterThan(120 * 5 * 0.8)
})

describe('while a write is on its way', () => {
  it('all begin where the service was never seen to serve one after the other', async () => {
    const { queue, read, begun } = setUp(together(() => 50))
    queue.write()
    read('orders', { once: true })
    expect(begun).toHaveLength(1)
  })

  it('all begin where it serves all at once by now', async () => {
    let serve = withClerks(1, () => 700)
    const { clock, account, queue, read, times } = setUp((now) => serve(now))
    for (let n = 0; n < 4; n++) account()
    await clock.advance(60_000)
    serve = together(() => 50)
    await clock.advance(60_000)
    queue.write()
    read('another', { once: true })
    expect(times('another')).toEqual([120_000])
  })

  it('no read begins but those that are awaited', async () => {
    const { clock, queue, read, begun } = setUp(
      together(() => 50),
      { isLimited: true },
    )
    const end = queue.write()
    read('orders', { once: true })
    read('positions', { once: true, awaited: true })
    await clock.advance(2000)
    expect(begun.map(({ kind }) => kind)).toEqual(['positions'])
    end()
    expect(begun.map(({ kind }) => kind)).toEqual(['positions', 'orders'])
  })

  it('that hangs, they begin after three seconds', async () => {
    const { clock, queue, read, times } = setUp(
      together(() => 50),
      { isLimited: true },
    )
    queue.write()
    read('orders')
    await clock.advance(20_000)
    expect(times('orders')[0]).toBe(3000)
    expect(times('orders').length).toBeGreaterThan(15)
  })

  it('and the next one and the next, each begins after three seconds', async () => {
    const { clock, queue, read, times } = setUp(
      together(() => 50),
      { isLimited: true },
    )
    const write = (): void => {
      const end = queue.write()
      clock.after(500, () => {
        write()
        end()
      })
    }
    write()
    read('orders')
    await clock.advance(20_000)
    expect(times('orders')[0]).toBe(3000)
    expect(times('orders').length).toBeGreaterThanOrEqual(4)
  })
})

it('a machine that slept while it read says nothing of the service', () => {
  const clock = new FakeClock()
  const queue = new ReadQueue(clock)
  const places: ReadPlace[] = []
  const wait = (): void =>
    void queue.wait({
      account: 'one',
      isAwaited: () => false,
      lateBy: () => 0,
      begin: (place) => void places.push(place),
    })
  for (let n = 0; n < 6; n++) {
    wait()
    places.pop()!.leave(50)
  }
  for (let n = 0; n < 6; n++) wait()
  clock.sleep(3_600_000)
  while (places.length > 0) places.pop()!.leave(3_600_000)
  for (let n = 0; n < 60; n++) wait()
  expect(places).toHaveLength(60)
})

it('what is awaited goes before all that waits, also where it is awaited later', async () => {
  const clock = new FakeClock()
  const queue = limitedQueue(clock)
  const end = queue.write()
  const begun: string[] = []
  let isAwaited = false
  const wait = (kind: string, awaited: () => boolean) =>
    queue.wait({
      account: 'one',
      isAwaited: awaited,
      lateBy: () => 1,
      begin: ({ leave }) => {
        begun.push(kind)
        leave(50)
      },
    })
  wait('funds', () => false)
  const positions = wait('positions', () => isAwaited)
  const trades = wait('trades', () => false)
  isAwaited = true
  positions.lookAgain()
  expect(begun).toEqual(['positions'])
  trades.callOff()
  end()
  expect(begun).toEqual(['positions', 'funds'])
})

it('an account that is gone and comes back has its turn as a new one has', () => {
  const queue = limitedQueue(new FakeClock())
  const begun: string[] = []
  const places: ReadPlace[] = []
  const wait = (account: string, isAwaited = false): void =>
    void queue.wait({
      account,
      isAwaited: () => isAwaited,
      lateBy: () => 0,
      begin: (place) => {
        begun.push(account)
        places.push(place)
      },
    })
  // It begins one that is awaited, and would leave out a turn for that.
  wait('one', true)
  queue.forget('one')
  for (let n = 0; n < 20; n++) wait('filler')
  for (const account of ['one', 'other']) wait(account)
  for (let place = places.shift(); place !== undefined; place = places.shift()) place.callOff()
  expect(begun.slice(1).filter((of) => of !== 'filler')).toEqual(['one', 'other'])
})
