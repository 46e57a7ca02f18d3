import { expect, test } from 'vitest'
import { readPracticeOptions } from '../../../src/practice/options.ts'

test('without options it is the demo on port 7070', () => {
  expect(readPracticeOptions([])).toEqual({
    port: 7070,
    opening: 'demo',
    hours: 'always',
    control: false,
  })
})

test('every option is read', () => {
  const line = '--port 0 --seed 3 --speed 2.5 --fault slow --data kept --empty --hours --control'
  expect(readPracticeOptions(line.split(' '))).toEqual({
    port: 0,
    seed: 3,
    speed: 2.5,
    fault: 'slow',
    dataDir: 'kept',
    opening: 'empty',
    hours: 'exchange',
    control: true,
  })
})

test.each([
  [['--nope'], /^There is no option --nope\./],
  [['stray'], /^‘stray’ is not an option\./],
  [['--data'], /^--data needs a value\./],
  [['--fault', 'no-such'], /no-such.*reset-after/],
  [['--port', 'x'], /--port/],
  [['--port', '70000'], /--port/],
  [['--speed', '-1'], /--speed/],
  [['--speed', 'fast'], /--speed/],
  [['--seed', 'x'], /--seed/],
])('%j is refused', (args, message) => {
  expect(readPracticeOptions(args)).toMatch(message)
})
