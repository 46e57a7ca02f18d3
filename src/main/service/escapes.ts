/** Signs that texts are written otherwise by; one without them says what it says. */
const signs = /[\\%&]/

/** What pages call the signs that may stand in a key. */
const named: Readonly<Record<string, string>> = {
  ...{ quot: '"', apos: "'", lt: '<', gt: '>', plus: '+', equals: '=', sol: '/' },
  ...{ commat: '@', colon: ':', semi: ';', period: '.', comma: ',', num: '#', dollar: '$' },
}
const names = new RegExp(`&(${Object.keys(named).join('|')});`, 'g')

const asciiOf = (code: string, base: 10 | 16): string =>
  String.fromCharCode(Number.parseInt(code, base))

/**
 * A text as it was before it was written into JSON, an address or a page, be it several times over:
 * which signs are escaped there, and in capitals or not, is each writer's own. For comparing alone,
 * since a text that was escaped nowhere may lose a sign by it, too.
 */
export function withoutEscapes(text: string): string {
  if (!signs.test(text)) return text
  return text
    .replaceAll(/\\+/g, '\\')
    .replaceAll(/\\u00([2-7][\da-f])/gi, (_, code: string) => asciiOf(code, 16))
    .replaceAll(/\\(?=["'/])/g, '')
    .replaceAll(/%(?:25)*([2-7][\da-f])/gi, (_, code: string) => asciiOf(code, 16))
    .replaceAll(/&(?:amp;)+/g, '&')
    .replaceAll(/&#x0{0,4}([2-7][\da-f]);/gi, (_, code: string) => asciiOf(code, 16))
    .replaceAll(/&#0{0,4}(3[2-9]|[4-9]\d|1[01]\d|12[0-6]);/g, (_, code: string) =>
      asciiOf(code, 10),
    )
    .replaceAll(names, (_, name: string) => named[name]!)
}
