import { parseAst } from 'vite'

interface Node {
  type: string
  start: number
  end: number
  [part: string]: unknown
}

/** A method or a pair of get and set, by its name. */
interface Member extends Node {
  kind: string
  key: { name?: string }
  computed: boolean
}

/** What the language or the browser calls by its name. */
const calledFromOutside = new Set(['toString', 'toJSON', 'valueOf', 'handleEvent', 'then'])

const isNode = (part: unknown): part is Node =>
  typeof part === 'object' && part !== null && typeof (part as Node).type === 'string'

function eachNode(node: Node, told: (node: Node) => void): void {
  told(node)
  for (const part of Object.values(node).flat()) if (isNode(part)) eachNode(part, told)
}

/** The words that a node names something by: a name, or a text by which it may be asked for. */
function wordsOf({ type, name, value }: Node): readonly string[] {
  if (type === 'Identifier') return [String(name)]
  if (type === 'Literal' && typeof value === 'string') return value.match(/[\w$]+/g) ?? []
  if (type !== 'TemplateElement') return []
  return (value as { raw: string }).raw.match(/[\w$]+/g) ?? []
}

function uncalled(code: string, isAsked: (name: string) => boolean): readonly Member[] {
  const members = new Map<string, Member[]>()
  const named = new Map<string, number>()
  eachNode(parseAst(code) as unknown as Node, (node) => {
    for (const word of wordsOf(node)) named.set(word, (named.get(word) ?? 0) + 1)
    const { type, kind, key, computed } = node as Member
    if (type !== 'MethodDefinition' || kind === 'constructor' || computed) return
    if (key.name === undefined || isAsked(key.name) || calledFromOutside.has(key.name)) return
    members.set(key.name, [...(members.get(key.name) ?? []), node as Member])
  })
  return [...members].flatMap(([name, all]) => (named.get(name) === all.length ? all : []))
}

/**
 * A library's module without the members of its classes that nothing in it names and nobody asks for,
 * and then without those that only they called. A bundler has to keep each: it cannot know who calls.
 */
export function withoutUncalledMembers(code: string, isAsked: (name: string) => boolean): string {
  const members = uncalled(code, isAsked)
  if (members.length === 0) return code
  const rest = members
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), code)
  return withoutUncalledMembers(rest, isAsked)
}

const own = /\b_[a-zA-Z]\w+\b/g

/**
 * A library's module with short names for what it calls its own, by a line in front. No minifier may
 * know that nobody else asks for it by its name.
 */
export function withShortNames(code: string): string {
  const times = new Map<string, number>()
  for (const [name] of code.matchAll(own)) times.set(name, (times.get(name) ?? 0) + 1)
  const names = [...times].toSorted(([, one], [, other]) => other - one).map(([name]) => name)
  const taken = new Set(code.match(/\w+/g))
  const free = Array.from({ length: names.length + taken.size }, (_, at) => `_${at.toString(36)}`)
  const unused = free.filter((name) => !taken.has(name))
  const short = new Map(names.map((name, at) => [name, unused[at] ?? name]))
  return code.replaceAll(own, (name) => short.get(name) ?? name)
}
