import { isObject } from '../../shared/core/json.ts'
import { saysNone } from '../../shared/service/none-words.ts'

/** The service's wrapping of a result or of an error. */
export type Envelope =
  /** A result, and what stands beside it. */
  | { status: 'success'; data: unknown; hasData: boolean; beside: Record<string, unknown> }
  /** An error, and what stands beside its words: it may be about an order that exists. */
  | { status: 'error'; words: string; beside: Record<string, unknown> }

/** Deeper nesting than this is no documented form, and must not exhaust the stack. */
export const maxDepth = 8

/** A record can have a status of its own ('complete', 'closed'): only the envelope's words count. */
export function envelopeOf(value: unknown): Envelope | undefined {
  if (!isObject(value)) return undefined
  const status = typeof value.status === 'string' ? value.status.trim().toLowerCase() : ''
  if (status === 'success')
    return { status, data: value.data, hasData: Object.hasOwn(value, 'data'), beside: value }
  const said = value.error_msg
  if (status === 'error' || (typeof said === 'string' && said !== ''))
    return { status: 'error', words: typeof said === 'string' ? said : '', beside: value }
  return undefined
}

export const isNone = (data: unknown): boolean =>
  data === null || (typeof data === 'string' && saysNone(data))

export const isSuccessStatus = (status: number): boolean => status >= 200 && status < 300
