import axe from 'axe-core'
import { expect } from 'vitest'
import {
  axeRules,
  type ColoursSeen,
  coloursElsewhere,
  drawColours,
  otherThemes,
  unreadIn,
  violationsOf,
} from '../axe-rules.ts'

let coloursSeen: ColoursSeen[] = []

/** A colour on its way to another is none that anybody has to read. */
const still = new CSSStyleSheet()
still.replaceSync(
  '*, ::before, ::after { transition: none !important; animation: none !important }',
)

/** By all rules in the theme that is on. For the other themes it is noted which colours there are. */
export async function expectClean(where: string, part: string): Promise<void> {
  await expect.poll(() => document.querySelectorAll(part).length, { message: where }).not.toBe(0)
  document.adoptedStyleSheets.push(still)
  const found = violationsOf(await axe.run(part, axeRules))
  coloursSeen.push(...coloursElsewhere({ otherThemes, part, where }))
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still)
  expect(found, where).toEqual([])
}

/** Where no window is open: whether all that was noted can be read. */
export async function expectContrast(): Promise<void> {
  drawColours(coloursSeen)
  coloursSeen = []
  const found = await axe.run(document.body, { ...axeRules, runOnly: ['color-contrast'] })
  document.body.replaceChildren()
  expect(unreadIn(found)).toEqual([])
}
