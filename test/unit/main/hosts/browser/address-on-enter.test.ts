import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import {
  addressOnEnter,
  isInForeground,
  ownsTerminal,
} from '../../../../../src/main/hosts/browser/address-on-enter.ts'

class Input extends EventEmitter {
  isReading: boolean | null = null
  readonly isTTY: boolean
  constructor(isTTY: boolean) {
    super()
    this.isTTY = isTTY
  }
  resume(): void {
    this.isReading = true
  }
  pause(): void {
    this.isReading = false
  }
}

const start = (input: Input, isForeground: boolean) => {
  const said: string[] = []
  const terminal = { isForeground, again: (): void => undefined }
  let count = 0
  addressOnEnter({
    input,
    newAddress: () => `http://127.0.0.1:1/#${(count += 1)}`,
    isInForeground: () => terminal.isForeground,
    onContinued: (again) => (terminal.again = again),
    say: (line) => said.push(line),
  })
  return { said, terminal }
}

it('prints a fresh address at every Enter, and says at the start that it does', () => {
  const input = new Input(true)
  const { said } = start(input, true)
  input.emit('data')
  input.emit('data')
  expect(said).toEqual([
    'Press Enter for an address that opens one more window.',
    'Quarterdeck: http://127.0.0.1:1/#1',
    'Quarterdeck: http://127.0.0.1:1/#2',
  ])
})

it('reads from the terminal only while that listens to it: a system stops who reads from the background', () => {
  const input = new Input(true)
  const { said, terminal } = start(input, false)
  expect({ said, isReading: input.isReading }).toEqual({ said: [], isReading: false })
  terminal.isForeground = true
  terminal.again()
  expect(input.isReading).toBe(true)
  terminal.isForeground = false
  terminal.again()
  expect(input.isReading).toBe(false)
})

it('leaves alone what is no terminal', () => {
  const input = new Input(false)
  const { said } = start(input, true)
  input.emit('data')
  expect({ said, isReading: input.isReading }).toEqual({ said: [], isReading: null })
})

it('knows by its own line of the system whether the terminal is its own', () => {
  expect(ownsTerminal('7 (node) S 1 70 5 34816 70 4194304 0')).toBe(true)
  expect(ownsTerminal('7 (a) b) S 1 70 5 34816 70 4194304 0')).toBe(true)
  expect(ownsTerminal('7 (node) S 1 70 5 34816 71 4194304 0')).toBe(false)
  expect(ownsTerminal('7 (node) S 1 70 5 0 -1 4194304 0')).toBe(false)
  expect(ownsTerminal('')).toBe(false)
  expect(isInForeground('win32')).toBe(true)
  expect(isInForeground(process.platform)).toBeTypeOf('boolean')
})
