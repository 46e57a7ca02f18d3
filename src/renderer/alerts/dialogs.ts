import type { PriceAlertStart } from './price-alert-form.ts'
import type { DialogComponents } from '../core/dialogs.ts'
import PriceAlertDialog from './PriceAlertDialog.svelte'

declare module '../core/dialogs.ts' {
  interface Dialogs {
    /** Without an id, a new one, for what it starts with. */
    'price-alert': { id: string | null; start?: PriceAlertStart }
  }
}

export const alertDialogs = {
  'price-alert': PriceAlertDialog,
} satisfies Partial<DialogComponents>
