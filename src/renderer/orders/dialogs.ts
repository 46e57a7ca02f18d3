import type { BrokerSymbol } from '../../shared/orders/broker-symbols.ts'
import type { Preset } from '../../shared/orders/ticket-settings.ts'
import type { DialogComponents, Nothing } from '../core/dialogs.ts'
import PresetsDialog from './presets/PresetsDialog.svelte'
import DoubtDialog from './doubt/DoubtDialog.svelte'
import ArmDialog from './ArmDialog.svelte'

declare module '../core/dialogs.ts' {
  interface Dialogs {
    /** With something to begin a new one from. */
    presets: { start: Omit<Preset, 'id' | 'name' | 'accounts'> | null }
    /** Orders in doubt; the one named first. */
    doubt: { intent: string | null }
    arm: Nothing
    /** What each broker calls an instrument. */
    brokerSymbols: Nothing
    /** Without an entry, a new one. */
    brokerSymbol: { entry: BrokerSymbol | null }
    brokerSymbolsCsv: Nothing
  }
}

export const orderDialogs = {
  presets: PresetsDialog,
  doubt: DoubtDialog,
  arm: ArmDialog,
  brokerSymbols: { load: () => import('./symbols/SymbolsDialog.svelte') },
  brokerSymbol: { load: () => import('./symbols/SymbolDialog.svelte') },
  brokerSymbolsCsv: { load: () => import('./symbols/SymbolsCsvDialog.svelte') },
} satisfies Partial<DialogComponents>
