import type { Emit } from '../../shared/contract.ts'
import { type Reply, ok } from '../../shared/core/errors.ts'
import type { Settings } from '../../shared/settings/settings.ts'
import { type Document, tryWrite } from '../core/documents.ts'

/** Writes some settings down and tells every window. */
export function changeSettings(
  { settings, emit }: { settings: Document<Settings>; emit: Emit },
  change: Partial<Settings>,
): Reply<Settings> {
  const next = { ...settings.read(), ...change }
  const written = tryWrite(settings, next)
  if (!written.ok) return written
  emit('settings', next)
  return ok(next)
}
