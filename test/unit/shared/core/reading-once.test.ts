import { expect, it } from 'vitest'
import { readingOnce } from '../../../../src/shared/core/reading-once.ts'

it('a word is read once, also one that means nothing', () => {
  const read: string[] = []
  const lengthOf = readingOnce((word: string) => {
    read.push(word)
    return word === '' ? undefined : word.length
  })
  expect(['open', '', 'open', ''].map(lengthOf)).toEqual([4, undefined, 4, undefined])
  expect(read).toEqual(['open', ''])
})

it('words beyond those that are kept are read each time', () => {
  let read = 0
  const lengthOf = readingOnce((word: string) => {
    read++
    return word.length
  })
  for (let n = 0; n < 1000; n++) lengthOf(`word ${n}`)
  expect([lengthOf('one more'), lengthOf('one more')]).toEqual([8, 8])
  expect(read).toBe(1002)
})
