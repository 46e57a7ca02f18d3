import { EventEmitter } from 'node:events'
import { expect, it, onTestFinished, vi } from 'vitest'
import { logUnhandled } from '../../../../src/main/hosts/unhandled.ts'

it('what fails and nobody waited for is said in the log, and ends nothing', () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => said.mockRestore())
  const program = new EventEmitter()
  logUnhandled(program)
  program.emit('unhandledRejection', new Error('a mistake'))
  expect(String(said.mock.calls[0])).toContain('a mistake')
})
