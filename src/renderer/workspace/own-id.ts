/** Named so, a window finds what the desk keeps of it again when it is loaded anew. */
const prefix = 'quarterdeck-'

export const windowName = (id: string): string => `${prefix}${id}`

/** Where a window that is opened finds its id: one that gets a process of its own loses its name on the way. */
const handed = 'quarterdeck.place'

/**
 * The kept window that this one was, or is opened for, by its id; null for one that knows of none. To be
 * asked once: whatever this window opens gets a copy of what is kept for it.
 */
export function ownWindowId(): string | null {
  const given = sessionStorage.getItem(handed)
  sessionStorage.removeItem(handed)
  if (given !== null) return given
  return window.name.startsWith(prefix) ? window.name.slice(prefix.length) : null
}

export function keepOwnId(id: string): void {
  window.name = windowName(id)
}

/** Sends an empty window that was just opened to our page, as this kept window. */
export function sendAs(opened: Window, id: string): void {
  opened.sessionStorage.setItem(handed, id)
  opened.location.replace('/')
}
