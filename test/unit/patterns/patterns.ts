import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parse } from 'svelte/compiler'
import ts from 'typescript'

/** A regular expression as it stands in the source. */
export interface Pattern {
  /** File and line. */
  place: string
  source: string
  flags: string
}

const root = join(import.meta.dirname, '../../..')

/** Every regular expression of the program. */
export function patternsOfProgram(): Pattern[] {
  return readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .flatMap((file) => {
      if (file.endsWith('.svelte')) return patternsOfComponent(file)
      return file.endsWith('.ts') ? patternsOfModule(file) : []
    })
}

function patternsOfModule(file: string): Pattern[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const patterns: Pattern[] = []
  const look = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      const { line } = source.getLineAndCharacterOfPosition(node.getStart())
      patterns.push({
        place: `${relative(root, file)}:${line + 1}`,
        source: node.text.slice(1, end),
        flags: node.text.slice(end + 1),
      })
    }
    ts.forEachChild(node, look)
  }
  look(source)
  return patterns
}

function patternsOfComponent(file: string): Pattern[] {
  const text = readFileSync(file, 'utf8')
  const patterns: Pattern[] = []
  const look = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if (isLiteral(node)) {
      const line = text.slice(0, node.start).split('\n').length
      const { pattern, flags } = node.regex
      patterns.push({ place: `${relative(root, file)}:${line}`, source: pattern, flags })
    } else for (const part of Object.values(node)) look(part)
  }
  look(parse(text, { modern: true }))
  return patterns
}

const isLiteral = (
  node: object,
): node is { start: number; regex: { pattern: string; flags: string } } => 'regex' in node
