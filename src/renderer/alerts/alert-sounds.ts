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

function sound(tone: AlertTone): void {
  audio ??= new AudioContext()
  // A browser keeps sound back until the person has touched the page; then there is only the toast.
  void audio.resume().catch(() => undefined)
  for (const [place, hertz] of melodies[tone].entries()) {
    const begin = audio.currentTime + place * (noteLasts + 0.01)
    const note = new OscillatorNode(audio, { type: 'triangle', frequency: hertz })
    const gain = new GainNode(audio, { gain: 0 })
    gain.gain.setValueAtTime(0, begin)
    gain.gain.linearRampToValueAtTime(loudness, begin + 0.01)
    gain.gain.exponentialRampToValueAtTime(0.0001, begin + noteLasts)
    note.connect(gain).connect(audio.destination)
    note.start(begin)
    note.stop(begin + noteLasts)
  }
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
