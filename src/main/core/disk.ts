import { parse } from 'node:path'

/** How folders of data are made, with those above them: what is in them concerns their owner alone. */
export const ownFolder = { recursive: true, mode: 0o700 } as const

/** The name under which a damaged file is set aside: it says when, and keeps the ending. */
export function nameAside(file: string, at: Date): string {
  const { name, ext } = parse(file)
  return `${name}.damaged-${at.toISOString().replaceAll(/[:.]/g, '-')}${ext}`
}

/** What the system calls the reason of its refusal. */
export const systemCode = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown cause'
