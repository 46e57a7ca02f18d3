import type { Intent } from '../../../shared/orders/intents.ts'
import type { OrderRecord } from '../../../shared/service/records.ts'
import { productOfWord, sideOfWord } from '../../../shared/service/words.ts'
import type { LoginPictures } from '../../picture/login-pictures.ts'
import {
  mayBeInstrument,
  normalisedRequest,
  parentOf,
} from '../../picture/rows/order-similarity.ts'

/**
 * Whether an order is what the broker made of one of ours: a leg to it, or a slice of it. Some brokers
 * write a parent beside any order: one of the same side as an order that has no slices is none of it.
 */
export function isMadeOfOurs(
  seenFrom: Pick<Intent, 'account' | 'at'>,
  row: OrderRecord,
  pictures: Pick<LoginPictures, 'intents'>,
): boolean {
  const parent = parentOf(row)
  if (parent === null || pictures.intents.claimOf(seenFrom, parent) !== 'yes') return false
  const holder = pictures.intents.holderOf(seenFrom.account, parent)
  // Of another account with the same login all that is known is that it is ours.
  if (holder === undefined) return true
  const order = normalisedRequest(holder)
  const isClosing = (sideOfWord(row.action) ?? order.side) !== order.side
  return (isClosing || canMakeOrders(holder)) && mayBeInstrument(order, row.symbol)
}

/** Whether one order that was asked for can become several. */
function canMakeOrders({ ticket, operation, params }: Intent): boolean {
  const product = productOfWord(params['product'])
  const hasLegs = ticket?.kind === 'bracket' || ticket?.kind === 'cover'
  const isProtected = hasLegs || product === 'BO' || product === 'CO'
  return isProtected || operation === 'PlaceSmartOrder' || params['splitorder'] === 'YES'
}
