import type { Settings } from '../../shared/settings/settings.ts'

type Appearance = Pick<Settings, 'theme' | 'colours' | 'density'>

/** What the system asks for, as far as a window is told. */
export interface SystemLook {
  dark: boolean
  contrast: boolean
}

export const themeFor = (theme: Settings['theme'], system: SystemLook) =>
  theme !== 'system' ? theme : system.contrast ? 'contrast' : system.dark ? 'dark' : 'light'

/** Writes the look where the styles read it, and again whenever the system changes its mind. */
export function followAppearance(root: HTMLElement, look: Appearance): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const contrast = matchMedia('(prefers-contrast: more)')
  const write = () => {
    root.dataset['theme'] = themeFor(look.theme, { dark: dark.matches, contrast: contrast.matches })
    root.dataset['colours'] = look.colours
    root.dataset['density'] = look.density
  }
  write()
  dark.addEventListener('change', write)
  contrast.addEventListener('change', write)
  return () => {
    dark.removeEventListener('change', write)
    contrast.removeEventListener('change', write)
  }
}
