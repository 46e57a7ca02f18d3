import { createContext } from 'svelte'

/** What the items of a menu ask of it. */
interface MenuHold {
  /** With all that it opened out of. */
  close(): void
}

export const [useMenu, provideMenu] = createContext<MenuHold>()
