/** Keys that are letters of a text, or belong to something that lies over the panels. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, select, textarea, [contenteditable], [role=dialog], [role=menu]') !== null
