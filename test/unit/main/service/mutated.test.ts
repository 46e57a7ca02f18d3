import { expect, test } from 'vitest'
import { outcomesOf } from '../../../../src/main/service/outcomes.ts'
import { atOnce } from '../../../../src/main/core/turns.ts'
import { readRecord, recordsInSteps, rowsOf } from '../../../../src/main/service/reply.ts'
import {
  type ExitOperation,
  type OperationName,
  operationNames,
  operations,
  type PlaceOperation,
  type ReadOperation,
} from '../../../../src/shared/service/operations.ts'
import { sampleAnswer, sampleRecords } from '../../../faults/samples.ts'

const each = 25_000

/** A small generator with a fixed seed, so that a failure can be met again. */
function generator(seed: number) {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number): number => Math.floor(next() * count)
  return { below, pick: <T>(from: readonly T[]): T => from[below(from.length)]! }
}
type Generator = ReturnType<typeof generator>

const isRead = (name: OperationName): name is ReadOperation => operations[name].kind === 'read'
const statuses = [200, 200, 200, 200, 204, 302, 400, 401, 429, 500, 503]

/** Every record that an answer gives, whichever way it is read. */
function recordsIn(name: OperationName, status: number, bytes: Buffer): Record<string, unknown>[] {
  if (isRead(name)) {
    const rows = rowsOf(name, { status, bytes })
    return rows.ok ? atOnce(recordsInSteps(name, rows.value)).records : []
  }
  const once = name as PlaceOperation | ExitOperation
  const outcomes = outcomesOf(once, { splits: [false] }, { status, bytes })
  if (!outcomes.ok) return []
  return outcomes.value.flat().flatMap((outcome) => (outcome.ok ? [outcome.value] : []))
}

const texts = new Map<OperationName, Buffer>(
  operationNames.map((name) => [name, Buffer.from(JSON.stringify(sampleAnswer(name)))]),
)
function mutateBytes(bytes: Buffer, { below, pick }: Generator): Buffer {
  const at = below(bytes.length)
  const to = Math.min(bytes.length, at + below(40))
  switch (below(6)) {
    case 0:
      return bytes.subarray(0, at)
    case 1:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(to)])
    case 2:
      return Buffer.concat([bytes.subarray(0, to), bytes.subarray(at)])
    case 3:
      return Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from(
          pick(['NA', 'null', '""', '[', ']', '{', '}', ',', ':', '"', '\\', '-', '1e999']),
        ),
        bytes.subarray(at),
      ])
    case 4:
      return Buffer.concat([bytes.subarray(at), bytes.subarray(0, at)])
    default: {
      const copy = Buffer.from(bytes)
      for (let change = below(4); change >= 0; change -= 1) copy[below(copy.length)] = below(256)
      return copy
    }
  }
}

test.each([1, 2])('mutated bytes crash nothing (%i)', (seed) => {
  const random = generator(seed)
  let read = 0
  for (let round = 0; round < each; round += 1) {
    const name = random.pick(operationNames)
    let bytes = texts.get(name)!
    for (let changes = random.below(3); changes >= 0; changes -= 1)
      if (bytes.length > 0) bytes = mutateBytes(bytes, random)
    read += recordsIn(name, random.pick(statuses), bytes).length
  }
  expect(read).toBeGreaterThan(each / 100)
})

/** Ways of saying none in JSON, and ways that are no JSON. */
const nones: readonly unknown[] = [
  null,
  '',
  ' ',
  'NA',
  'na',
  'N/A',
  'NaN',
  '-',
  '--',
  'null',
  'None',
]
const markers = ['NA', 'N/A', 'NaN', '-Infinity', 'undefined']
const placeholder = '@none@'

const numbersOf = (name: OperationName): string[] => {
  const read = readRecord(name, sampleRecords[name])!
  return Object.keys(read).filter((field) => typeof read[field as never] === 'number')
}
const named = (record: Record<string, unknown>, field: string): string =>
  Object.keys(record).find((known) => known.toLowerCase() === field.toLowerCase())!

test.each([3, 4])('a missing value is never shown as a number (%i)', (seed) => {
  const random = generator(seed)
  const withNumbers = operationNames.filter((name) => numbersOf(name).length > 0)
  for (let round = 0; round < each; round += 1) {
    const name = random.pick(withNumbers)
    const record = { ...sampleRecords[name] }
    const numbers = numbersOf(name)
    const missing = new Set([random.pick(numbers), random.pick(numbers), random.pick(numbers)])
    for (const field of missing) {
      const known = named(record, field)
      switch (random.below(4)) {
        case 0:
          delete record[known]
          break
        case 1:
          record[known] = placeholder
          break
        case 2: {
          delete record[known]
          record[known.toUpperCase()] = random.pick(nones)
          break
        }
        default:
          record[known] = random.pick(nones)
      }
    }
    const list = operations[name].holds === 'many'
    let json = JSON.stringify({ status: 'success', data: list ? [record] : record })
    json = json.replaceAll(`"${placeholder}"`, () => random.pick(markers))

    const [read, ...more] = recordsIn(name, 200, Buffer.from(json))
    if (read === undefined || more.length > 0) throw new Error(`not one record in ${json}`)
    for (const field of numbers) {
      const value = read[field]
      const sample = sampleRecords[name][named(sampleRecords[name], field)]
      const expected = missing.has(field) ? null : Number(sample)
      if (value !== expected) throw new Error(`${field} is ${String(value)} in ${json}`)
    }
  }
})
