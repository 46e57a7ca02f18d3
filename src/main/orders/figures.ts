const formats = {
  whole: new Intl.NumberFormat('en-IN', { maximumFractionDigits: 4 }),
  price: new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 6 }),
  money: new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
}

/** Figures inside sentences, grouped the Indian way. */
export const units = (value: number | string): string => formats.whole.format(Number(value))
export const price = (value: number | string): string => formats.price.format(Number(value))
export const rupees = (value: number): string =>
  `${value < 0 ? '−' : ''}₹${formats.money.format(Math.abs(value))}`

export const signedUnits = (value: number): string =>
  value > 0 ? `+${units(value)}` : value < 0 ? `−${units(-value)}` : '0'

export const counted = (count: number, noun: string): string =>
  `${units(count)} ${noun}${count === 1 ? '' : 's'}`
