import '../../shared/core/schema-words.ts'
import { mount, unmount } from 'svelte'
import type { Bridge } from '../../shared/contract.ts'
import type { Reply } from '../../shared/core/errors.ts'
import { defaultSettings } from '../../shared/settings/settings.ts'
import App from '../App.svelte'
import { followAppearance } from '../settings/appearance.ts'
import HiddenPage from '../lock/HiddenPage.svelte'
import ConnectionError from './ConnectionError.svelte'
import { followDeath } from './dead-page.svelte.ts'
import { followGoing } from './going-window.ts'
import { followLockOfOthers } from './lock-news.svelte.ts'
import { LockedAway } from './locked-away.svelte.ts'
import { alertSounds } from '../alerts/alert-sounds.ts'
import { alertCommands } from '../alerts/alert-commands.ts'
import { Alerts } from '../alerts/alerts.svelte.ts'
import { Arming } from '../orders/arming.svelte.ts'
import type { Time } from '../core/clock.svelte.ts'
import { Commands } from '../core/commands.svelte.ts'
import { ConsolePlace } from '../console/console-place.svelte.ts'
import { Desktop } from '../core/desktop.svelte.ts'
import { lockedByDesk } from '../core/lock-wanted.ts'
import type { Session } from '../core/session.svelte.ts'
import { ShortcutState } from '../core/shortcuts.svelte.ts'
import { StopControl } from '../exits/stop.svelte.ts'
import { TicketWindows } from '../orders/ticket/tickets.svelte.ts'
import { Views } from '../books/views.svelte.ts'
import { tellTyped } from './typed-news.svelte.ts'
import { followSight } from '../workspace/window-sight.ts'
import { keepOwnId } from '../workspace/own-id.ts'
import { titleOf } from '../workspace/windows.ts'
import { JournalView } from '../journal/journal.svelte.ts'
import { TimelineView } from '../journal/timeline.svelte.ts'
import './styles/tokens.css'
import './styles/base.css'
import './styles/layout.css'
import './styles/controls.css'
import './styles/dock.css'

interface Left {
  target: HTMLElement
  bridge: Bridge
  time: Time
  reload: () => void
}

/** Apart from the page that was there, so that nothing of it is held. Returns what takes it down. */
function hide({ target, bridge, time, reload }: Left): () => void {
  const isLockedByDesk = () => lockedByDesk(bridge)
  const page = mount(HiddenPage, { target, props: { bridge, time, isLockedByDesk, reload } })
  return () => void unmount(page)
}

/** Shows what the desk was opened to, or why it was not. Returns what takes it down. */
export function start(target: HTMLElement, opened: Reply<Session>, reload: () => void): () => void {
  const root = document.documentElement
  if (!opened.ok) {
    const unfollow = followAppearance(root, defaultSettings)
    const screen = mount(ConnectionError, { target, props: { failure: opened.error } })
    return () => {
      unfollow()
      void unmount(screen)
    }
  }
  const session = opened.value
  const left = { target, bridge: session.bridge, time: session.clock.time, reload }
  let takeDown: () => void
  const leave = (): void => {
    takeDown()
    takeDown = hide(left)
  }
  const stopLook = $effect.root(() => {
    $effect(() => followAppearance(root, session.settings))
  })
  const stopPlace = $effect.root(() => {
    $effect(() => {
      if (session.window !== null) keepOwnId(session.window.id)
      document.title = titleOf(session)
    })
  })
  const stopSight = followSight(session)
  const stopLockNews = followLockOfOthers(session)
  const stopResting = session.stores.books.restUnread()
  const alerts = new Alerts(session, alertSounds)
  const stopAlerts = alerts.listen()
  const desktop = new Desktop()
  const commands = new Commands()
  const console = new ConsolePlace()
  const views = new Views(session)
  const timeline = new TimelineView(session)
  const stopTimeline = timeline.follow(views.orders)
  const tickets = new TicketWindows(session)
  commands.add(alertCommands({ alerts, desktop, tickets }))
  const lockedAway = new LockedAway({
    session,
    tickets,
    console,
    desktop,
    leave: () => queueMicrotask(leave),
  })
  const stopLocking = lockedAway.follow()
  const stopDeath = followDeath({ session, tickets, console })
  const stopTyped = tellTyped(session, { tickets, console })
  const stopGoing = followGoing(session, { tickets, console, desktop })
  const arming = new Arming(session, desktop)
  const stopArming = arming.listen()
  const app = mount(App, {
    target,
    props: {
      session,
      alerts,
      views,
      journal: new JournalView(session),
      timeline,
      desktop,
      stop: new StopControl(session),
      tickets,
      commands,
      console,
      shortcuts: new ShortcutState(session, commands),
      arming,
      lockedAway,
    },
  })
  takeDown = () => {
    void unmount(app)
    stopLocking()
    stopDeath()
    stopAlerts()
    stopTimeline()
    stopLook()
    stopPlace()
    stopSight()
    stopLockNews()
    stopResting()
    stopArming()
    stopTyped()
    stopGoing()
    session.close()
  }
  return () => takeDown()
}
