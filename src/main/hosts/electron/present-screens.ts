import { screen } from 'electron'
import type { Screen } from './screens.ts'

export const presentScreens = (): Screen[] =>
  screen.getAllDisplays().map(({ id, label, workArea: { x, y, width, height } }) => ({
    id,
    label: label.slice(0, 200),
    area: { x, y, width, height },
  }))
