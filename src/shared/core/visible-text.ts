/**
 * What has no shape of its own, or turns the text around it: controls, marks of direction, joiners
 * and spaces without width, soft hyphens, halves of characters. Joiners behind a mark are Indian
 * writing as it should be; tabs and ends of lines are left to whoever lays the text out.
 */
const hidden =
  // eslint-disable-next-line no-control-regex, no-misleading-character-class
  /[\0-\b\v\f\x0e-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\p{Cs}\u{e0000}-\u{e0fff}]|(?<!\p{M})[\u200c\u200d]/gu

/**
 * What can stand in a name without being seen: the marks above, what merely changes the look of
 * the letter before it, and blanks that are no space of a keyboard.
 */
const unseen =
  /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u2800]|(?! )\p{Zs}/gu

const blank = /\s/

/** Plain ASCII needs no search. */
const plain = /^[ -~]*$/

/**
 * A text of the service, to be looked at: two symbols that differ must not look the same, and one
 * that turns what follows must not make a sale of 100 look like 001. Never for what is sent.
 */
export const visible = (text: string): string =>
  plain.test(text)
    ? text
    : text.replace(
        hidden,
        (mark) => `[U+${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
      )

/** Whether a text that is typed as the name of something holds what nobody sees. */
export const hasUnseen = (text: string): boolean => !plain.test(text) && text.search(unseen) >= 0

/** A name as everybody reads it: what nobody sees is left out, and blanks of any kind are one space. */
export const asRead = (text: string): string =>
  (plain.test(text) ? text : text.replaceAll(unseen, (mark) => (blank.test(mark) ? ' ' : '')))
    .replaceAll(/\s+/g, ' ')
    .trim()

/**
 * What a symbol, an expiry or an id is compared by: spellings that a person cannot tell apart are
 * one. Never for what is sent.
 */
export const comparable = (text: string): string =>
  (plain.test(text) ? text : text.normalize('NFKC').replaceAll(unseen, ''))
    .replaceAll(/\s/g, '')
    .toUpperCase()

/**
 * The same for running text, which says how much of it is left out: what is longer is no name and
 * no reason, and a window stands still for seconds while it breaks a word of 10,000 letters.
 */
export function brief(text: string, most = 400): string {
  if (text.length <= most) return visible(text)
  return `${visible(text.slice(0, most))}… and ${text.length - most} more characters`
}
