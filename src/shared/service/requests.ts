import * as z from 'zod'
import { Action, Exchange, OptionType, PriceType, Product, YesNo } from './words.ts'

/** In requests every value travels as text, numbers included. */
const text = z.string().trim().min(1).max(100)
const signed = z
  .string()
  .max(30)
  .regex(/^-?\d+(\.\d+)?$/, 'must be a number')
const amount = z
  .string()
  .max(30)
  .regex(/^\d+(\.\d+)?$/, 'must be a number that is not negative')
const count = z.string().max(15).regex(/^\d+$/, 'must be a whole number')

const broker = text.describe('Broker code')
const strategy = text.describe('Strategy name')
const exchange = Exchange.describe('Exchange code')
const symbol = text.describe('Trading symbol, as this broker writes it')
const product = Product.describe('Product type')
const action = Action.describe('Buy or sell')
const pricetype = PriceType.describe('Price type')
const quantity = count.describe('Order quantity, in units')
const price = amount.describe('Order price; 0 with MARKET')
const trigger_price = amount.describe('Trigger price')
const disclosed_quantity = count.describe('Disclosed quantity')
const splitorder = YesNo.describe('Whether to split the order into slices of split_quantity')
const split_quantity = count.describe('Quantity of each slice')
const squareoff = amount.describe('Target, likely in points from the entry price')
const stoploss = amount.describe('Stop, likely in points from the entry price')
const trailing_stoploss = amount.describe('Trailing step of the stop, likely in points')

const split = { splitorder: splitorder.optional(), split_quantity: split_quantity.optional() }
/** What all orders for a symbol have in common; bracket and cover orders need no product beside it. */
const entry = { broker, strategy, exchange, symbol, action, pricetype, quantity, price }

// Which fields of the regular, smart and multi-bracket orders are mandatory is not documented:
// they follow the operations for which it is.

export const RegularOrder = z.strictObject({ ...entry, product, ...split })

export const SmartOrder = z.strictObject({
  ...RegularOrder.shape,
  position_size: signed.describe('Target position size, signed'),
  trigger_price: trigger_price.optional(),
  disclosed_quantity: disclosed_quantity.optional(),
  amo: YesNo.describe('After-market order').optional(),
})

export const OptionOrder = z.strictObject({
  broker,
  strategy,
  spot_symbol: text.describe('Spot symbol of the underlying'),
  expiry_date: text.describe('Expiry, as this broker writes it inside its option symbols'),
  action,
  product,
  pricetype,
  quantity,
  price,
  option_type: OptionType.describe('Call or put'),
  strike_int: amount.describe('Distance between two strikes'),
  offset: signed.describe('Strikes away from the money; negative is in the money').optional(),
  trigger_price: trigger_price.optional(),
  ...split,
})

export const BracketOrder = z.strictObject({
  ...entry,
  squareoff,
  stoploss,
  trailing_stoploss,
  trigger_price: trigger_price.optional(),
  disclosed_quantity: disclosed_quantity.optional(),
})

export const CoverOrder = z.strictObject({
  ...entry,
  stop_price: amount.describe('Price of the stop'),
})

export const AllOf = z.strictObject({ broker, strategy: strategy.optional() })

export const OneOrder = z.strictObject({
  broker,
  order_id: text.describe("The broker's order identifier"),
})

export const OneBroker = z.strictObject({ broker })

export const OpenPositionsOf = z
  .strictObject({
    broker,
    symbol: symbol.optional(),
    exchange: exchange.optional(),
    product: product.optional(),
  })
  .superRefine((of, context) => {
    if (of.symbol === undefined) return
    for (const field of ['exchange', 'product'] as const)
      if (of[field] === undefined)
        context.addIssue({ code: 'custom', path: [field], message: 'is mandatory with a symbol' })
  })

export const OnePosition = z.strictObject({ broker, symbol, exchange, product })
