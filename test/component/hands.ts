import { type Locator, page } from 'vitest/browser'

// What the window fetches late is here before it is asked for: no test depends on how long that takes.
import.meta.glob('../../src/renderer/**/*.svelte', { eager: true })

/**
 * A click and a text that is filled in go out of the browser and back, through frames that are
 * waited for: a fourth of the work of all these tests. What can be done at once is therefore done
 * in the page, where a mouse would have done it. For all else, such as what is covered, out of
 * sight, disabled or not there yet, the driver waits, acts or complains as ever; and what only a
 * real mouse does (a caret in a text, a double click, hovering) stays with it. The specs of whole
 * windows have nothing but real hands.
 */
const hands = Object.getPrototypeOf(page.getByRole('button')) as Pick<Locator, 'click' | 'fill'>
const driver = { click: hands.click, fill: hands.fill }

hands.click = async function (this: Locator, options) {
  const element = options === undefined ? onlyOne(this) : null
  const place = element === null ? null : placeToPress(element)
  if (element === null || place === null) return driver.click.call(this, options)
  press(element, place)
  await shown()
}

hands.fill = async function (this: Locator, text, options) {
  const element = options === undefined ? onlyOne(this) : null
  if (!isWritable(element)) return driver.fill.call(this, text, options)
  write(element, text)
  await shown()
}

const textFields = 'input:is(:not([type]), [type=text], [type=search], [type=password]), textarea'

function onlyOne(locator: Locator): HTMLElement | null {
  const [first, ...others] = locator.elements()
  return first instanceof HTMLElement && others.length === 0 ? first : null
}

const isOutOfUse = (element: Element): boolean =>
  element.closest(':disabled, [aria-disabled=true], [inert]') !== null

/** Where a mouse meets it: in its middle, as long as nothing else is met there. */
function placeToPress(element: HTMLElement): { x: number; y: number } | null {
  if (element.matches(`${textFields}, select, option, input[type=file]`)) return null
  if (isOutOfUse(element) || !isSeen(element)) return null
  const { left, top, width, height } = element.getBoundingClientRect()
  const place = { x: left + width / 2, y: top + height / 2 }
  return element.contains(document.elementFromPoint(place.x, place.y)) ? place : null
}

const isSeen = (element: Element): boolean => {
  const { width, height } = element.getBoundingClientRect()
  return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true })
}

/** What a mouse does on its way to an element and there. */
function press(element: HTMLElement, { x, y }: { x: number; y: number }): void {
  const target = document.elementFromPoint(x, y) ?? element
  const tell = (kind: typeof PointerEvent | typeof MouseEvent, type: string, down: 0 | 1) =>
    target.dispatchEvent(
      new kind(type, {
        ...{ bubbles: true, cancelable: true, composed: true, view: window },
        ...{ clientX: x, clientY: y, button: 0, buttons: down, detail: 1 },
        ...(kind === PointerEvent && { pointerId: 1, pointerType: 'mouse', isPrimary: true }),
      }),
    )
  for (const type of ['over', 'move']) {
    tell(PointerEvent, `pointer${type}`, 0)
    tell(MouseEvent, `mouse${type}`, 0)
  }
  tell(PointerEvent, 'pointerdown', 1)
  if (tell(MouseEvent, 'mousedown', 1)) takeFocus(target)
  tell(PointerEvent, 'pointerup', 0)
  tell(MouseEvent, 'mouseup', 0)
  tell(PointerEvent, 'click', 0)
}

function takeFocus(target: Element): void {
  const able = target.closest<HTMLElement>(
    ':is(button, input, select, textarea):enabled, a[href], summary, [tabindex], [contenteditable]',
  )
  if (able !== null) able.focus({ preventScroll: true })
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

const isWritable = (
  element: HTMLElement | null,
): element is HTMLInputElement | HTMLTextAreaElement =>
  element !== null &&
  element.matches(textFields) &&
  !(element as HTMLInputElement).readOnly &&
  !isOutOfUse(element) &&
  isSeen(element)

/** As the driver does it: in place of all that stands there, at once. */
function write(element: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  element.focus()
  element.select()
  if (text === '') document.execCommand('delete')
  else document.execCommand('insertText', false, text)
}

/** As after the driver's way: what was done has been drawn, and what it set going has begun. */
const shown = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))
  })
