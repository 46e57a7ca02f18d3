import { visible } from '../../shared/core/visible-text.ts'
import type { Alert, AlertTone } from '../../shared/alerts/alerts.ts'
import type { AlertSignals } from './alerts.svelte.ts'

/**
 * Short notes, told apart without looking: two that rise for what is welcome, two that fall for
 * what is not, and four that alternate for what cannot wait.
 */
const melodies: Record<AlertTone, readonly number[]> = {
  good: [740, 988],
  bad: [988, 740],
  urgent: [1175, 880, 1175, 880],
}
const noteLasts = 0.15
const loudness = 0.12

let audio: AudioContext | null = null
/** Notes that have not ended. */
let notes = 0

function sound(tone: AlertTone): void {
  const playing = (audio ??= new AudioContext())
  // A browser keeps sound back until the person has touched the page; then there is only the toast.
  void playing.resume().catch(() => undefined)
  melodies[tone].forEach((hertz, place) => {
    const begin = playing.currentTime + place * (noteLasts + 0.01)
    const end = begin + noteLasts
    const note = new OscillatorNode(playing, { type: 'triangle', frequency: hertz })
    const volume = new GainNode(playing, { gain: 0 })
    volume.gain.setValueAtTime(0, begin)
    volume.gain.linearRampToValueAtTime(loudness, begin + 0.01)
    volume.gain.exponentialRampToValueAtTime(0.0001, end)
    note.connect(volume).connect(playing.destination)
    note.start(begin)
    note.stop(end)
    notes += 1
    note.onended = () => {
      notes -= 1
      // What plays on silence takes a processor’s time all day.
      if (notes === 0) void playing.suspend()
    }
  })
}

/** One that counts more by now takes the place of the one before. */
function notify(
  { id, title, message }: Pick<Alert, 'id' | 'title' | 'message'>,
  onOpen: () => void,
) {
  if (!document.hidden || !mayNotify()) return
  const shown = new Notification(visible(title), { body: visible(message), tag: id, silent: true })
  shown.onclick = () => {
    window.focus()
    onOpen()
    shown.close()
  }
}

const mayNotify = (): boolean => 'Notification' in window && Notification.permission === 'granted'

export const alertSounds: AlertSignals = { sound, notify }
