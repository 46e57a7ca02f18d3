import type { Alarm } from '../../shared/contract.ts'
import type { AlarmVoices } from '../state/alarms.svelte.ts'

/** Two short notes, falling: heard in a noisy room, and over in a third of a second. */
const notes = [
  { at: 0, hertz: 988 },
  { at: 0.16, hertz: 740 },
] as const
const noteLasts = 0.15
const loudness = 0.12

let audio: AudioContext | null = null

function sound(): void {
  audio ??= new AudioContext()
  // A browser keeps sound back until the person has touched the page; then there is only the toast.
  void audio.resume().catch(() => undefined)
  for (const { at, hertz } of notes) {
    const begin = audio.currentTime + at
    const tone = new OscillatorNode(audio, { type: 'triangle', frequency: hertz })
    const gain = new GainNode(audio, { gain: 0 })
    gain.gain.setValueAtTime(0, begin)
    gain.gain.linearRampToValueAtTime(loudness, begin + 0.01)
    gain.gain.exponentialRampToValueAtTime(0.0001, begin + noteLasts)
    tone.connect(gain).connect(audio.destination)
    tone.start(begin)
    tone.stop(begin + noteLasts)
  }
}

function notify(alarm: Alarm): void {
  if (!document.hidden || !mayNotify()) return
  const shown = new Notification(alarm.title, { body: alarm.message, tag: alarm.id })
  shown.onclick = () => window.focus()
}

const mayNotify = (): boolean => 'Notification' in window && Notification.permission === 'granted'

export const voices: AlarmVoices = { sound, notify }
