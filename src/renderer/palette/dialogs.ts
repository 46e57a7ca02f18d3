import type { DialogComponents, Nothing } from '../core/dialogs.ts'

declare module '../core/dialogs.ts' {
  interface Dialogs {
    palette: Nothing
  }
}

export const paletteDialogs = {
  palette: { load: () => import('./Palette.svelte') },
} satisfies Partial<DialogComponents>
