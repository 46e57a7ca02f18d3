import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The part of a terminal's input that is needed. */
interface TerminalInput {
  isTTY?: boolean
  on(event: 'data', hear: () => void): unknown
  pause(): unknown
  resume(): unknown
}

interface Asking {
  input: TerminalInput
  newAddress: () => string
  /** Whether the terminal is ours at the moment, and not a shell's that put us into the background. */
  isInForeground: () => boolean
  /** Calls back whenever that may have changed. */
  onContinued: (again: () => void) => void
  say?: (line: string) => void
}

/** Prints an address for one more window whenever Enter is pressed in the terminal. */
export function addressOnEnter({
  input,
  newAddress,
  isInForeground,
  onContinued,
  say = console.log,
}: Asking): void {
  if (input.isTTY !== true) return
  // A system stops a program that reads from the background, and with it a desk at its work.
  const follow = (): void => void (isInForeground() ? input.resume() : input.pause())
  input.on('data', () => say(`Quarterdeck: ${newAddress()}`))
  follow()
  onContinued(follow)
  if (isInForeground()) say('Press Enter for an address that opens one more window.')
}

/** Whether the terminal that this process was started from listens to it. */
export function isInForeground(platform: NodeJS.Platform): boolean {
  if (platform === 'win32') return true
  try {
    if (platform === 'linux') return ownsTerminal(readFileSync('/proc/self/stat', 'utf8'))
    const groups = execFileSync('/bin/ps', ['-o', 'pgid=,tpgid=', '-p', String(process.pid)])
    const [own, present] = groups.toString().trim().split(/\s+/)
    return own !== undefined && own === present
  } catch {
    return false
  }
}

/** Linux's line about a process: after its name in brackets come state, parent, group, session, terminal, and the terminal's group. */
export function ownsTerminal(stat: string): boolean {
  const [, , group, , , present] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return group !== undefined && group === present
}
