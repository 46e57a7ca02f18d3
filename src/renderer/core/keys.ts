import { matchKeyBindingPress } from 'tinykeys'

/**
 * Keys as tinykeys writes them, such as `$mod+Shift+X`; `$mod` is ⌘ on a Mac and Ctrl elsewhere, so
 * that keys that were exported on one are right on the other.
 */
export type KeyPress = string

export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform)

const modifiers = ['$mod', 'Control', 'Alt', 'Shift', 'Meta'] as const
type Modifier = (typeof modifiers)[number]
const isModifier = (text: string): text is Modifier =>
  (modifiers as readonly string[]).includes(text)

/** Keys that are held together with others, and do nothing alone. */
const held: ReadonlySet<string> = new Set([
  'Control',
  'Shift',
  'Alt',
  'AltGraph',
  'Meta',
  'CapsLock',
  'NumLock',
  'Fn',
  'Dead',
  'Process',
  'Unidentified',
])

interface Press {
  mods: ReadonlySet<Modifier>
  key: string
}

function pressOf(keys: KeyPress): Press | null {
  const parts = keys.trim().split(/\b\+/)
  const key = parts.pop()
  if (key === undefined || key === '' || /\s/.test(key) || held.has(key) || isModifier(key))
    return null
  if (!/^([\p{L}\p{N}\p{P}\p{S}]|[A-Z][A-Za-z0-9]{1,19})$/u.test(key)) return null
  return parts.every(isModifier) ? { mods: new Set(parts), key: named(key) } : null
}

const named = (key: string): string =>
  /^\d$/.test(key)
    ? `Digit${key}`
    : /^(Key)?[A-Za-z]$/.test(key)
      ? key.slice(-1).toUpperCase()
      : key

/** The one way to write the same keys; null for what cannot be pressed at once. */
export function normal(keys: KeyPress, mac: boolean): KeyPress | null {
  const press = pressOf(keys)
  if (press === null) return null
  const primary: Modifier = mac ? 'Meta' : 'Control'
  const mods = new Set([...press.mods].map((mod) => (mod === primary ? '$mod' : mod)))
  return [...modifiers.filter((mod) => mods.has(mod)), press.key].join('+')
}

interface Pressed {
  key: string
  code: string
  ctrlKey: boolean
  altKey: boolean
  shiftKey: boolean
  metaKey: boolean
}

/** What a person pressed; null while only keys are down that do nothing alone. */
export function keysOf(event: Pressed, mac: boolean): KeyPress | null {
  const { key, code } = event
  if (held.has(key)) return null
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  const pressed = /^Digit\d$/.test(code)
    ? code
    : key === ' '
      ? 'Space'
      : letter !== undefined && !/^[a-z]$/i.test(key)
        ? letter
        : key
  const mods = [
    event.ctrlKey && 'Control',
    event.altKey && 'Alt',
    event.shiftKey && 'Shift',
    event.metaKey && 'Meta',
  ].filter((mod) => mod !== false)
  return normal([...mods, pressed].join('+'), mac)
}

/** Letters go by what they say; on a keyboard that says others, by where they are. */
export function isPressed(event: KeyboardEvent, keys: KeyPress): boolean {
  const press = pressOf(keys)
  if (press === null) return false
  const mods = [...press.mods].map((mod) => (mod === '$mod' ? (isMac() ? 'Meta' : 'Control') : mod))
  const isByPlace = /^[A-Z]$/.test(press.key) && !/^[a-z]$/i.test(event.key)
  return matchKeyBindingPress(event, [mods, isByPlace ? `Key${press.key}` : press.key])
}

const signs: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  PageUp: 'Page up',
  PageDown: 'Page down',
}
const pcWords: Record<Modifier, string> = {
  $mod: 'Ctrl',
  Control: 'Ctrl',
  Alt: 'Alt',
  Shift: 'Shift',
  Meta: 'Win',
}
const macSigns: Record<Modifier, string> = {
  Control: '⌃',
  Alt: '⌥',
  Shift: '⇧',
  $mod: '⌘',
  Meta: '⌘',
}

/** As the keys of this machine are labelled: `Ctrl+Shift+X`, `⇧⌘X`. */
export function written(keys: KeyPress, mac: boolean): string {
  const press = pressOf(keys)
  if (press === null) return keys
  const key = signs[press.key] ?? press.key.replace(/^(Digit|Key)/, '')
  // Where the sign itself says that Shift is down, it is not said twice.
  const isSign = /^[^\w\s]$/u.test(press.key)
  const mods = [...press.mods].filter((mod) => !(isSign && mod === 'Shift'))
  return mac
    ? (Object.keys(macSigns) as Modifier[])
        .filter((mod) => mods.includes(mod))
        .map((mod) => macSigns[mod])
        .join('') + key
    : [...mods.map((mod) => pcWords[mod]), key].join('+')
}

/** Keys that write or move in a field, where nothing else is held. */
export const isOfText = (event: Pressed): boolean =>
  !event.ctrlKey && !event.altKey && !event.metaKey && !/^F\d{1,2}$/.test(event.key)

const moving = /^(Tab|Enter|Escape|Space|Arrow\w+|Home|End|Page\w+|Backspace|Delete|ContextMenu)$/
const ofEditing: ReadonlySet<KeyPress> = new Set(
  ['A', 'C', 'V', 'X', 'Z', 'Y', 'Shift+Z'].map((key) => `$mod+${key}`),
)
const ofBrowsers: ReadonlySet<KeyPress> = new Set([
  ...['T', 'N', 'W', 'Shift+T', 'Shift+N', 'Shift+W', 'Shift+Q', 'Q', 'Tab', 'Shift+Tab'].map(
    (key) => `$mod+${key}`,
  ),
  ...['I', 'J', 'C'].flatMap((key) => [`$mod+Shift+${key}`, `$mod+Alt+${key}`]),
  'Control+Tab',
  'Control+Shift+Tab',
  'F11',
  'F12',
])
const ofMacs: ReadonlySet<KeyPress> = new Set(
  ['H', 'M', 'Q', 'Space', 'Alt+Escape', 'Shift+Digit3', 'Shift+Digit4', 'Shift+Digit5'].map(
    (key) => `$mod+${key}`,
  ),
)
const ofPcs: ReadonlySet<KeyPress> = new Set([
  'Alt+F4',
  'Alt+Tab',
  'Alt+Shift+Tab',
  'Alt+Space',
  'Alt+Escape',
  '$mod+Alt+Delete',
  '$mod+Alt+T',
])
const ofTickets: ReadonlySet<KeyPress> = new Set(['$mod+Enter', 'Alt+B', 'Alt+S'])

/** Why keys cannot be a shortcut, whatever it does; null where they can. */
export function reservedFor(keys: KeyPress, mac: boolean): string | null {
  const press = pressOf(keys)
  if (press === null) return 'These keys cannot be pressed together.'
  if (ofTickets.has(keys)) return 'A ticket uses these keys itself.'
  if (ofEditing.has(keys)) return 'Text is copied, pasted or taken back with these keys.'
  if (ofBrowsers.has(keys)) return 'The browser keeps these keys for itself.'
  if ((mac ? ofMacs : ofPcs).has(keys) || (!mac && press.mods.has('Meta')))
    return 'The operating system keeps these keys for itself.'
  if (moving.test(press.key) && !press.mods.has('Alt'))
    return 'Tables and fields are moved in with these keys.'
  return null
}

/** Whether they can hardly be pressed by accident. */
export const isChord = (keys: KeyPress): boolean => (pressOf(keys)?.mods.size ?? 0) >= 2
