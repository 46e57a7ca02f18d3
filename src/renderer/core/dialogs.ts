import type { Component } from 'svelte'

/**
 * What each kind of dialog is opened with. A feature adds its own kinds to it, in the file that
 * registers their components: `declare module '../core/dialogs.ts'`.
 */
export interface Dialogs {}

/** What a dialog is opened with that needs nothing. */
export type Nothing = Record<never, never>

export type DialogKind = keyof Dialogs

/** A dialog that is asked for: its kind, and what it is opened with. */
export type Dialog = { [Kind in DialogKind]: { kind: Kind } & Dialogs[Kind] }[DialogKind]

/** There once the dialogs are fetched, which is soon after the first frame; or fetched by itself. */
export type DialogCode<Props extends object> =
  | Component<Props>
  | { load: () => Promise<{ default: Component<Props> }> }

/** What draws each kind. */
export type DialogComponents = { readonly [Kind in DialogKind]: DialogCode<Dialogs[Kind]> }
