import { mount, unmount } from 'svelte'
import type { Reply } from '../shared/errors.ts'
import { defaultSettings } from '../shared/settings.ts'
import App from './App.svelte'
import { follow } from './shell/appearance.ts'
import Screen from './shell/Screen.svelte'
import { voices } from './shell/voices.ts'
import { alertCommands } from './state/alert-commands.ts'
import { Alerts } from './state/alerts.svelte.ts'
import { Arming } from './state/arming.svelte.ts'
import { Commands } from './state/commands.svelte.ts'
import { consoleCommands } from './state/console-commands.ts'
import { ConsoleView } from './state/console.svelte.ts'
import { Desktop } from './state/desktop.svelte.ts'
import type { Session } from './state/session.svelte.ts'
import { Shortcuts } from './state/shortcuts.svelte.ts'
import { StopControl } from './state/stop.svelte.ts'
import { Tickets } from './state/tickets.svelte.ts'
import { Views } from './state/views.svelte.ts'
import './styles/tokens.css'
import './styles/base.css'
import './styles/controls.css'
import './styles/dock.css'

/** Shows what the desk was opened to, or why it was not. Returns what takes it down. */
export function start(target: HTMLElement, opened: Reply<Session>): () => void {
  const root = document.documentElement
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
  const alerts = new Alerts(session, voices)
  const stopAlerts = alerts.listen()
  const desktop = new Desktop()
  const commands = new Commands()
  const console = new ConsoleView(session)
  commands.add(consoleCommands(console, desktop))
  const tickets = new Tickets(session)
  commands.add(alertCommands({ alerts, desktop, tickets }))
  const app = mount(App, {
    target,
    props: {
      session,
      alerts,
      views: new Views(session),
      desktop,
      stop: new StopControl(session),
      tickets,
      commands,
      console,
      shortcuts: new Shortcuts(session, commands),
      arming: new Arming(session, desktop),
    },
  })
  return () => {
    void unmount(app)
    stopAlerts()
    stopLook()
    session.close()
  }
}
