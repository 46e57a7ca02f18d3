import { describe, expect, it } from 'vitest'
import { problemsOf } from '../../../../../src/main/orders/limits/check-plan.ts'
import type { AccountContext } from '../../../../../src/main/orders/planning/order-context.ts'
import { planOf } from '../../../../../src/main/orders/planning/plan.ts'
import type {
  BrokerSymbol,
  LearnedSymbol,
} from '../../../../../src/shared/orders/broker-symbols.ts'
import type { Problem } from '../../../../../src/shared/orders/problems.ts'
import { noLimits, usualTrading } from '../../../../../src/shared/orders/limits.ts'
import { SymbolNames } from '../../../../../src/shared/orders/symbol-names.ts'
import type { Ticket } from '../../../../../src/shared/orders/tickets.ts'
import { accountWith, bracket, cover, knowing, option, regular, smart } from './contexts.ts'

const entry = (name: string, broker: string, symbol: string): BrokerSymbol => ({
  exchange: 'NSE',
  name,
  broker,
  symbol,
  origin: 'typed',
})

/** As the desk has it: its methods are nothing without it. */
class Symbols {
  readonly names: SymbolNames
  readonly #unsaid: readonly LearnedSymbol[]
  constructor(entries: readonly BrokerSymbol[], unsaid: readonly LearnedSymbol[]) {
    this.names = new SymbolNames(entries)
    this.#unsaid = unsaid
  }
  unsaid(): readonly LearnedSymbol[] {
    return this.#unsaid
  }
}
const agreed = [entry('RELIANCE', 'PX', 'RELIANCE-EQ')]

const learned: LearnedSymbol = {
  ...{ exchange: 'NSE', name: 'RELIANCE', broker: 'PX', symbol: 'RELIANCE-EQ', token: '2885' },
  ...{ others: [{ broker: 'ZE', symbol: 'RELIANCE' }], against: [] },
}

const ofSymbol = (problems: readonly Problem[]) => {
  const all = problems.filter(({ code }) => code === 'symbol')
  return {
    said: all.filter(({ level }) => level !== 'note'),
    noted: all.filter(({ level }) => level === 'note').map(({ message }) => message),
  }
}

function sent(
  tickets: readonly Ticket[],
  of: { entries?: BrokerSymbol[]; unsaid?: LearnedSymbol[]; px?: Partial<AccountContext> } = {},
) {
  const context = knowing(
    [accountWith(), accountWith({ id: 'b', login: 'b', name: 'At PX', broker: 'PX', ...of.px })],
    { symbols: { names: new SymbolNames(of.entries ?? agreed), unsaid: () => of.unsaid ?? [] } },
  )
  const plan = planOf(tickets, context)
  const problems = [...plan.problems, ...problemsOf(plan, context)]
  return {
    symbols: plan.orders.map(({ params }) => params['symbol']),
    shown: plan.orders.map(({ shown }) => shown.symbol),
    tickets: plan.orders.map(({ ticket }) => ticket),
    ...ofSymbol(problems),
  }
}

const order = (more: object = {}) => regular({ symbol: 'RELIANCE', ...more })
const both = [order(), order({ account: 'b' })]

describe('an order by name', () => {
  it('goes to each broker under its own symbol, and is kept as it was typed', () => {
    const { symbols, shown, tickets, said } = sent(both)
    expect(symbols).toEqual(['RELIANCE', 'RELIANCE-EQ'])
    expect(shown).toEqual(symbols)
    expect(tickets).toEqual(both)
    expect(said).toEqual([])
  })

  it('is sent as written where others are known to write it otherwise and of this broker nothing is, and says so', () => {
    const isSaid = 'Everyday: Nothing is known of how ZE writes RELIANCE: it is sent as written.'
    expect(sent(both).noted).toEqual([isSaid])
    const known = [...agreed, entry('RELIANCE', 'ZE', 'RELIANCE')]
    expect(sent(both, { entries: known }).noted).toEqual([])
    expect(sent(both.map((one) => ({ ...one, symbol: 'INFY' }))).noted).toEqual([])
    const leaving = order({ exit: true, action: 'SELL' })
    expect(sent([leaving]).noted).toEqual([])
  })

  it('does so whatever its kind', () => {
    const at = { account: 'b', symbol: 'RELIANCE' }
    expect(sent([smart(at), bracket(at), cover(at)]).symbols).toEqual(
      Array.from({ length: 3 }, () => 'RELIANCE-EQ'),
    )
  })

  it('may be written as one of the brokers writes it, and asks at the others', () => {
    const written = both.map((one) => ({ ...one, symbol: 'RELIANCE-EQ' }))
    const { symbols, said } = sent(written)
    expect(symbols).toEqual(['RELIANCE', 'RELIANCE-EQ'])
    expect(said).toMatchObject([{ level: 'ask', field: 'symbol', order: 0 }])
    expect(said[0]?.message).toContain('is what PX calls RELIANCE')
  })

  it('is never turned unasked to an instrument that another broker calls so', () => {
    const entries = [entry('PENNYCO', 'QQ', 'RELIANCE')]
    const { symbols, said } = sent([order()], { entries })
    expect(symbols).toEqual(['PENNYCO'])
    expect(said).toMatchObject([{ level: 'ask' }])
  })

  it('is refused where it could mean two instruments', () => {
    const entries = [entry('INFY', 'AB', 'X'), entry('TCS', 'AN', 'X')]
    const { symbols, said } = sent([order({ symbol: 'X' })], { entries })
    expect(symbols).toEqual([])
    expect(said).toMatchObject([{ level: 'refuse', field: 'symbol' }])
    expect(said[0]?.message).toContain('INFY')
  })

  it('asks where the books say what nobody agreed to, and stays as it was typed', () => {
    const { symbols, said } = sent([order({ account: 'b' })], { entries: [], unsaid: [learned] })
    expect(symbols).toEqual(['RELIANCE'])
    expect(said).toMatchObject([{ level: 'ask', field: 'symbol', order: 0 }])
    expect(said[0]?.message).toContain('RELIANCE-EQ')
  })

  it('asks where the books contradict what was typed', () => {
    const other = { ...learned, symbol: 'RELIANCE-BE' }
    const { symbols, said } = sent([order({ account: 'b' })], { unsaid: [other] })
    expect(symbols).toEqual(['RELIANCE-EQ'])
    expect(said).toMatchObject([{ level: 'ask' }])
  })

  it('goes by the account’s own symbols first', () => {
    const trading = { ...usualTrading, limits: noLimits, aliases: { RELIANCE: 'RIL' } }
    const { symbols, said } = sent([order({ account: 'b' })], {
      unsaid: [learned],
      px: { trading },
    })
    expect([symbols, said]).toEqual([['RIL'], []])
  })
})

describe('an order for what the account’s own books show', () => {
  const shows = () => true

  it('is for that, and asks where the name is said to be another symbol there', () => {
    const { symbols, said } = sent([order({ account: 'b' })], { px: { shows } })
    expect(symbols).toEqual(['RELIANCE'])
    expect(said).toMatchObject([{ level: 'ask', field: 'symbol' }])
  })

  it('stays as it is also where the account’s own symbols say another, and asks', () => {
    const trading = { ...usualTrading, limits: noLimits, aliases: { RELIANCE: 'RIL' } }
    const reverse = smart({ account: 'b', symbol: 'RELIANCE' })
    const { symbols, said } = sent([reverse], { px: { shows, trading } })
    expect(symbols).toEqual(['RELIANCE'])
    expect(said).toMatchObject([{ level: 'ask' }])
    expect(said[0]?.message).toContain('RIL')
  })

  it('asks before it leaves another one, where its row is missing from the book', () => {
    const trading = { ...usualTrading, limits: noLimits, aliases: { RELIANCE: 'RIL' } }
    const exit = order({ account: 'b', exit: true, action: 'SELL' })
    const { symbols, said } = sent([exit], { px: { trading } })
    expect(symbols).toEqual(['RIL'])
    expect(said).toMatchObject([{ level: 'ask', field: 'symbol' }])
  })

  it('asks nothing of a symbol that nothing else is said of', () => {
    const own = order({ account: 'b', symbol: 'RELIANCE-EQ' })
    const { symbols, said } = sent([own], { px: { shows }, unsaid: [learned] })
    expect([symbols, said]).toEqual([['RELIANCE-EQ'], []])
  })

  it('is never turned to another symbol when it leaves a position', () => {
    const trading = { ...usualTrading, limits: noLimits, aliases: { RELIANCE: 'RIL' } }
    const exit = order({ account: 'b', exit: true, action: 'SELL' })
    const { symbols, said } = sent([exit], { px: { shows, trading } })
    expect([symbols, said]).toEqual([['RELIANCE'], []])
    expect(sent([exit]).symbols).toEqual(['RELIANCE'])
  })
})

describe('the underlying of an option', () => {
  const onExchange = (one: BrokerSymbol, exchange: BrokerSymbol['exchange']) => ({
    ...one,
    exchange,
  })
  const nifty = entry('NIFTY', 'PX', 'NIFTY 50')

  function asked(
    of: { px?: Partial<AccountContext> } & Parameters<typeof sent>[1],
    underlying = 'NIFTY',
  ) {
    const { entries = [nifty], unsaid = [], px } = of
    const context = knowing([accountWith(), accountWith({ id: 'b', broker: 'PX', ...px })], {
      symbols: new Symbols(entries, unsaid),
    })
    const tickets = ['a', 'b'].map((account) => option({ account, underlying }))
    const plan = planOf(tickets, context)
    const problems = [...plan.problems, ...problemsOf(plan, context)]
    return {
      spots: plan.orders.map(({ params }) => params['spot_symbol']),
      shown: plan.orders.map(({ shown }) => shown.underlying),
      ...ofSymbol(problems),
    }
  }

  it('goes to each broker by the one name, and is shown as it goes', () => {
    const { spots, shown, said } = asked({})
    expect(spots).toEqual(['NIFTY', 'NIFTY 50'])
    expect(shown).toEqual(spots)
    expect(said).toEqual([])
  })

  it('is sent as written where of its broker nothing is known, and says so', () => {
    expect(asked({}).noted).toEqual([
      'Everyday: Nothing is known of how ZE writes NIFTY: it is sent as written.',
    ])
    expect(asked({}, 'BANKNIFTY').noted).toEqual([])
  })

  it('goes by what is said of the exchange of its options before what is said of its spot', () => {
    const share = entry('RELIANCE', 'PX', 'RELIANCE-EQ')
    const ofOptions = onExchange(entry('RELIANCE', 'PX', 'RELIANCE'), 'NFO')
    const alone = asked({ entries: [share] }, 'RELIANCE')
    expect(alone.spots).toEqual(['RELIANCE', 'RELIANCE-EQ'])
    const { spots, said } = asked({ entries: [share, ofOptions] }, 'RELIANCE')
    expect(spots).toEqual(['RELIANCE', 'RELIANCE'])
    expect(said).toMatchObject([{ level: 'ask', order: 1, field: 'underlying' }])
    expect(said[0]?.message).toContain('RELIANCE-EQ on NSE')
  })

  it('is never what a broker calls the share on BSE, unless options there are meant', () => {
    const number = onExchange(entry('RELIANCE', 'PX', '500325'), 'BSE')
    expect(asked({ entries: [number] }, 'RELIANCE').spots).toEqual(['RELIANCE', 'RELIANCE'])
    const sensex = onExchange(entry('SENSEX', 'PX', 'BSE SENSEX'), 'BFO')
    expect(asked({ entries: [sensex] }, 'SENSEX').spots).toEqual(['SENSEX', 'BSE SENSEX'])
  })

  it('may be written as one of the brokers writes it, and asks at the others', () => {
    const { spots, said } = asked({}, 'NIFTY 50')
    expect(spots).toEqual(['NIFTY', 'NIFTY 50'])
    expect(said).toMatchObject([{ level: 'ask', field: 'underlying', order: 0 }])
    expect(said[0]?.message).toContain('is what PX calls NIFTY')
  })

  it('is refused where it could mean two', () => {
    const entries = [entry('NIFTY', 'AB', 'X'), entry('BANKNIFTY', 'AN', 'X')]
    const { spots, said } = asked({ entries }, 'X')
    expect(spots).toEqual([])
    expect(said).toMatchObject([
      { level: 'refuse', field: 'underlying' },
      { level: 'refuse', field: 'underlying' },
    ])
  })

  it('asks where the books say what nobody agreed to, and stays as it was typed', () => {
    const { spots, said } = asked({ entries: [], unsaid: [learned] }, 'RELIANCE')
    expect(spots).toEqual(['RELIANCE', 'RELIANCE'])
    expect(said[0]?.message).toContain('RELIANCE-EQ')
  })

  it('goes by the account’s own symbols first', () => {
    const trading = { ...usualTrading, limits: noLimits, aliases: { NIFTY: 'NIFTY-I' } }
    const { spots, said } = asked({ unsaid: [learned], px: { trading } })
    expect(spots).toEqual(['NIFTY', 'NIFTY-I'])
    expect(said.filter(({ order }) => order === 1)).toEqual([])
  })
})
