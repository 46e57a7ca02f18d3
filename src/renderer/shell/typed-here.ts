import type { Desktop } from '../core/desktop.svelte.ts'
import { type TypedHere, type TypingParts, typedIn } from './typed.ts'

export interface ClosingParts extends TypingParts {
  desktop: Desktop
}

/** What a person would miss once this window is closed: what is typed into it, and the dialog that is open. */
export function typedHere({ desktop, ...parts }: ClosingParts): TypedHere {
  const { unsent, isSending } = typedIn(parts)
  return { unsent: desktop.dialog === null ? unsent : [...unsent, 'a dialog'], isSending }
}
