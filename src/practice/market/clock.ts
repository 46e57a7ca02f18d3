import { inIndia, istOffset } from '../../shared/core/india.ts'
import type { Exchange } from '../../shared/service/words.ts'

export const MINUTE = 60_000
export const DAY = 86_400_000

/** A practice day runs from 06:00 to 06:00 IST, so that no exchange's session is cut by midnight. */
const DAY_START = 360 * MINUTE

/** The number of the day that a moment belongs to; its date is `day * DAY` read as UTC. */
export const practiceDayOf = (at: number): number => Math.floor((at + istOffset - DAY_START) / DAY)
export const practiceDayStart = (day: number): number => day * DAY - istOffset + DAY_START
const weekdayOf = (day: number): number => new Date(day * DAY).getUTCDay()

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

const two = (number: number): string => String(number).padStart(2, '0')

function wall(at: number) {
  const date = inIndia(at)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth(),
    day: two(date.getUTCDate()),
    time: `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`,
  }
}

const monthName = (month: number): string => months[month] ?? ''

/** `November 21 2026 10:15:00`, as an order's entry time. */
export function entryTime(at: number): string {
  const { year, month, day, time } = wall(at)
  return `${monthName(month)} ${day} ${year} ${time}`
}

/** `21-Nov-2026 10:15:00`, as an exchange's confirmation. */
export function confirmTime(at: number): string {
  const { year, month, day, time } = wall(at)
  return `${day}-${monthName(month).slice(0, 3)}-${year} ${time}`
}

/** `2026-11-21 10:15:00`, as a trade's time. */
export function tradeTime(at: number): string {
  const { year, month, day, time } = wall(at)
  return `${year}-${two(month + 1)}-${day} ${time}`
}

/** `24NOV26`, as it stands inside a contract's symbol. */
export function expiryText(day: number): string {
  const date = new Date(day * DAY)
  const month = monthName(date.getUTCMonth()).slice(0, 3).toUpperCase()
  return `${two(date.getUTCDate())}${month}${two(date.getUTCFullYear() % 100)}`
}

/** `261121`, the date part of an order id. */
export function dayDigits(day: number): string {
  return new Date(day * DAY).toISOString().slice(2, 10).replaceAll('-', '')
}

export function weeklyExpiries(from: number, weekday: number, count: number): number[] {
  const first = from + ((weekday - weekdayOf(from) + 7) % 7)
  return Array.from({ length: count }, (_, week) => first + week * 7)
}

/** The last such weekday of this month and of those that follow. */
export function monthlyExpiries(from: number, weekday: number, count: number): number[] {
  const expiries: number[] = []
  const start = new Date(from * DAY)
  for (let ahead = 0; expiries.length < count; ahead += 1) {
    const end = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + ahead + 1, 0) / DAY
    const expiry = end - ((weekdayOf(end) - weekday + 7) % 7)
    if (expiry >= from) expiries.push(expiry)
  }
  return expiries
}

/** Continuous sessions in minutes of the day, IST. */
const sessions: Readonly<Record<Exchange, { open: number; close: number }>> = {
  NSE: { open: 9 * 60 + 15, close: 15 * 60 + 30 },
  BSE: { open: 9 * 60 + 15, close: 15 * 60 + 30 },
  NFO: { open: 9 * 60 + 15, close: 15 * 60 + 40 },
  BFO: { open: 9 * 60 + 15, close: 15 * 60 + 40 },
  CDS: { open: 9 * 60, close: 17 * 60 },
  MCX: { open: 9 * 60, close: 23 * 60 + 30 },
}

export type TradingHours = 'always' | 'exchange'

export function isSessionOpen(exchange: Exchange, at: number, hours: TradingHours): boolean {
  if (hours === 'always') return true
  const local = inIndia(at)
  const minute = local.getUTCHours() * 60 + local.getUTCMinutes()
  const weekday = local.getUTCDay()
  const session = sessions[exchange]
  return weekday >= 1 && weekday <= 5 && minute >= session.open && minute < session.close
}
