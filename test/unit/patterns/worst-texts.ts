import { type AST, parseRegExpLiteral } from '@eslint-community/regexpp'

/** Enough to show that a pattern is tried at each place of a text anew. */
const many = 20

/** What a class is asked for, in turn: the first of these that it takes. */
const characters = [...'a 0-,."\'\\/:;_A{}[]()=+@&%!\n\t\u00a0\u200b\u0001é\ud800']

/**
 * Texts of about a length that keep a pattern busy: of each part that may repeat, so much as fits,
 * behind all that has to stand before it once, and again and again; and at the end what it does not
 * take, so that all was in vain.
 */
export function worstTexts({ source, flags }: { source: string; flags: string }, length: number) {
  const { pattern } = parseRegExpLiteral(new RegExp(source, flags))
  const pumps = new Map<string, { before: string; pump: string }>()
  for (const repeated of repeatedIn(pattern)) {
    const pump = sampleOf(repeated.element, flags)
    const before = beforeIt(repeated, flags)
    if (pump !== '') pumps.set(`${before}\0${pump}`, { before, pump })
  }
  // What repeats nothing is tried at each place, and no more.
  if (pumps.size === 0)
    pumps.set('', { before: '', pump: sampleOf(pattern, flags).slice(0, 1) || 'a' })
  const end = '\u0001\n'
  return [...pumps.values()].flatMap(({ before, pump }) => {
    const times = (text: string): string => text.repeat(Math.ceil(length / text.length))
    const texts = [
      `${before}${times(pump)}${end}`,
      `${times(pump)}${end}`,
      `${times(`${before}${pump}`)}${end}`,
    ]
    return [...new Set(texts)]
  })
}

function repeatedIn(node: AST.Node): AST.Quantifier[] {
  switch (node.type) {
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives.flatMap(repeatedIn)
    case 'Assertion':
      return 'alternatives' in node ? node.alternatives.flatMap(repeatedIn) : []
    case 'Alternative':
      return node.elements.flatMap(repeatedIn)
    case 'Quantifier':
      return [...(node.max >= many ? [node] : []), ...repeatedIn(node.element)]
    default:
      return []
  }
}

/** A short text that a part of a pattern takes. */
function sampleOf(node: AST.Node, flags: string): string {
  switch (node.type) {
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup':
      return sampleOf(node.alternatives[0]!, flags)
    case 'Alternative':
      return node.elements.map((element) => sampleOf(element, flags)).join('')
    case 'Quantifier':
      return sampleOf(node.element, flags).repeat(node.min)
    case 'Character':
      return String.fromCodePoint(node.value)
    case 'CharacterSet':
    case 'CharacterClass': {
      const one = new RegExp(`^${node.raw}$`, flags.replaceAll(/[gy]/g, ''))
      return characters.find((character) => one.test(character)) ?? ''
    }
    case 'Assertion':
      // A blank makes an end of a word on its either side.
      return node.kind === 'word' ? ' ' : ''
    default:
      return ''
  }
}

/** What has to stand before a part: its elder neighbours, and theirs. */
function beforeIt(node: AST.Node, flags: string): string {
  const { parent } = node
  if (parent === null) return ''
  const elder =
    parent.type === 'Alternative'
      ? parent.elements.slice(0, parent.elements.indexOf(node as never))
      : []
  return beforeIt(parent, flags) + elder.map((one) => sampleOf(one, flags)).join('')
}
