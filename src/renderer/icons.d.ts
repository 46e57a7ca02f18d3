/** An icon by its name, drawn when the window is built (scripts/set-up/drawn-icons.ts). */
declare module 'icon:*' {
  import type { Component } from 'svelte'

  const icon: Component<{ size?: number }>
  export { icon as default }
}
