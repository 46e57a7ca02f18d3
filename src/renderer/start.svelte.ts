import { mount, unmount } from 'svelte'
import type { Bridge } from '../shared/contract.ts'
import type { Reply } from '../shared/errors.ts'
import { defaultSettings } from '../shared/settings.ts'
import App from './App.svelte'
import { follow } from './shell/appearance.ts'
import Screen from './shell/Screen.svelte'
import type { Time } from './state/clock.svelte.ts'
import { Desktop } from './state/desktop.svelte.ts'
import { Session } from './state/session.svelte.ts'
import { Views } from './state/views.svelte.ts'
import './styles/tokens.css'
import './styles/base.css'
import './styles/controls.css'
import './styles/dock.css'

/** Builds what the window is made of, once, and shows it. Returns what takes it down. */
export async function start(
  target: HTMLElement,
  connected: Reply<Bridge>,
  time: Time,
): Promise<() => void> {
  const root = document.documentElement
  const opened = connected.ok ? await Session.open(connected.value, time) : connected
  if (!opened.ok) {
    const unfollow = follow(root, defaultSettings)
    const screen = mount(Screen, { target, props: { failure: opened.error } })
    return () => {
      unfollow()
      void unmount(screen)
    }
  }
  const session = opened.value
  const stopLook = $effect.root(() => {
    $effect(() => follow(root, session.settings))
  })
  const app = mount(App, {
    target,
    props: { session, views: new Views(session), desktop: new Desktop() },
  })
  return () => {
    void unmount(app)
    stopLook()
    session.close()
  }
}
