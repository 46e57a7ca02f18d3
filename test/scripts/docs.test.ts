import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
].map((page) => ({ page, text: readFileSync(join(root, page), 'utf8') }))

const tops = ['src', 'test', 'scripts', 'docs', 'resources']
const processes = ['main', 'renderer', 'shared', 'practice', 'preload']

/** A path in backticks, from the top of the project or from `src`; a placeholder such as `<feature>` leads nowhere by itself. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`([\w./-]+\/[\w./-]*)`/g)].flatMap(([, path = '']) => {
    const [first = ''] = path.split('/')
    if (tops.includes(first)) return [path]
    return processes.includes(first) ? [join('src', path)] : []
  })
}

const linksIn = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link)

describe('The docs', () => {
  it.each(pages)('$page names only files and folders that are there', ({ text }) => {
    expect(pathsIn(text).filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it.each(pages)('$page links only to what is there', ({ page, text }) => {
    const missing = linksIn(text).filter((link) => !existsSync(join(root, dirname(page), link)))
    expect(missing).toEqual([])
  })

  it('say of each file of the picture what it knows', () => {
    const map = readFileSync(join(root, 'docs/ARCHITECTURE.md'), 'utf8')
    const [, section = ''] = map.split('## The picture, room by room')
    const [outside = '', ...rooms] = section.split('\n## ')[0]!.split('\n### ')
    const filesIn = (text: string): string[] =>
      [...text.matchAll(/^\| `(.+?)`/gm)].map(([, file = '']) => file)
    const told = rooms.flatMap((room) =>
      filesIn(room).map((file) => join(/^`(.+?)`/.exec(room)![1]!, file)),
    )
    const folder = join(root, 'src/main/picture')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    expect([...filesIn(outside), ...told].toSorted()).toEqual(
      files.filter((file) => file.endsWith('.ts')).toSorted(),
    )
  })

  it('list every decision, each with its four parts', () => {
    const folder = join(root, 'docs/decisions')
    const files = readdirSync(folder).filter((file) => file !== 'README.md')
    const index = readFileSync(join(folder, 'README.md'), 'utf8')
    expect(linksIn(index).toSorted()).toEqual(files.toSorted())
    for (const file of files) {
      const parts = [...readFileSync(join(folder, file), 'utf8').matchAll(/^\*\*(.+?)\.\*\*/gm)]
      expect(
        parts.map(([, part]) => part),
        relative(root, join(folder, file)),
      ).toEqual(['Choice', 'Why', 'What it costs', 'Rejected'])
    }
  })
})
