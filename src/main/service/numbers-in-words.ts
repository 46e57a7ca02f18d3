/**
 * Whether words may give the number of an order, which only one that was made has. Brokers' own have six
 * digits or more (most ten to nineteen), exchanges' codes for an error five (16388, 17070), and most
 * quantities and prices fewer. A long number is no order's where it is
 *
 * - an amount: it has a fraction or thousands set apart (12345.60, 1,53,892), or a percent sign;
 * - a date or a part of a name (20261124, NIFTY26NOV240000CE);
 * - called something else by the word before it (Required:153892, nse_cm 522261, account-1200345); but
 *   of ten digits and more it is no amount.
 *
 * After the word order, or one for its number, any number is one.
 */
export const mayNameAnOrder = (words: string): boolean =>
  calledAnOrder.test(words) ||
  [...words.matchAll(longNumber)].some(({ 0: digits, index }) => {
    const before = words.slice(Math.max(0, index - longestCall), index)
    return !date.test(digits) && !isCalledOtherwise(digits, before)
  })

/** 'Order 77', 'Nest 260001', '(ref 12)', 'Id: AB-26'; an id of who asks is none of an order. */
const calledAnOrder =
  /\b(?:order|ref(?:erence)?|nest|oms|exch|(?<!\b(?:client|user|account|entity|login)[ _-]?)id)\W{1,3}[a-z]{0,4}-?\d/i

const longNumber = /(?<![\w.,/])(?:\d{6,})(?![\w%/]|[.,]\d)/g

/** As figures alone, the year first. */
const date = /^20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/

/** A word before a number that says what it is, perhaps with a short one between them. */
const calledBy = (words: readonly string[]): RegExp =>
  new RegExp(
    String.raw`(?:₹|\b(?:${words.join('|')}))\W{0,3}(?:(?:is|are|of|to|by|id|code|limit|rs|inr)\W{1,3}){0,2}₹?$`,
    'i',
  )

const calledAName = calledBy([
  'scrip|token|symbol|instrument|security|contract|[a-z]{2,4}_(?:cm|fo|cd|com|cur)',
  'account|client|user|entity|ucc|login|code|rule|error|err',
])

const calledAnAmount = calledBy([
  'required?|available|margins?|funds?|balance|cash|collateral|credit|short(?:fall)?|deposit',
  'exposure|amount|value|utili[sz]ed|used|exceeds?|exceeding|limits?|limited|rs|inr|rupees',
  'price|rate|trigger|strike|tick|range|band|circuit|upper|lower|high|low|between|above|below|than',
  'quantity|qty|lots?|size|units|freeze|max(?:imum)?|min(?:imum)?|by|upto',
])

/** Of '148500 to 152300'. */
const secondOfTwo = /\d\W{0,3}(?:and|to|-)\W{0,3}$/i

/** No amount in an order of a person has ten. */
const digitsOfAmounts = 9

function isCalledOtherwise(digits: string, before: string): boolean {
  if (calledAName.test(before)) return true
  const isAmount = calledAnAmount.test(before) || secondOfTwo.test(before)
  return isAmount && digits.length <= digitsOfAmounts
}

/** The words before a number that say what it is are close. */
const longestCall = 40
