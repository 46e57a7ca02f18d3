import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { checkLateParts } from '../../../../../src/main/hosts/browser/late-parts.ts'
import type { StaticFiles } from '../../../../../src/main/hosts/static-files.ts'

const page = `<!doctype html>
<html>
  <head>
    <script type="module" crossorigin src="./assets/index.js"></script>
    <link rel="modulepreload" crossorigin href="./assets/drawing.js">
    <link rel="stylesheet" crossorigin href="./assets/style.css">
  </head>
</html>`

const types: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' }

function filesOf(texts: Record<string, string>): StaticFiles {
  const files = new Map(
    Object.entries(texts).map(([path, text]) => [
      path,
      { type: types[path.split('.')[1]!]!, body: Buffer.from(text) },
    ]),
  )
  files.set('/', files.get('/index.html')!)
  return { read: (path) => files.get(path) ?? null, paths: [...files.keys()] }
}

const whole = {
  '/index.html': page,
  '/assets/index.js': 'import("./Console.js")',
  '/assets/drawing.js': 'export {}',
  '/assets/style.css': 'body {}',
  '/assets/Console.js': 'export const console = 1',
  '/assets/Alerts.js': 'export const alerts = 1',
}

const sha256 = (text: string): string =>
  `sha256-${createHash('sha256').update(text).digest('base64')}`

it('the page knows the hash of each script that it fetches late, before it fetches any', () => {
  const { read } = checkLateParts(filesOf(whole))
  for (const path of ['/', '/index.html']) {
    const text = String(read(path)!.body)
    const [all, map] = /<script type="importmap">(.*?)<\/script>\s*/.exec(text)!
    expect(JSON.parse(map!)).toEqual({
      integrity: {
        '/assets/Console.js': sha256(whole['/assets/Console.js']),
        '/assets/Alerts.js': sha256(whole['/assets/Alerts.js']),
      },
    })
    expect(text.indexOf(all)).toBe(text.indexOf('<script'))
    expect(text.replace(all, '')).toBe(page)
  }
  expect(String(read('/assets/Console.js')!.body)).toBe(whole['/assets/Console.js'])
  expect(read('/assets/Other.js')).toBeNull()
})

it('the policy lets in that one text, and no other that stands in the page', () => {
  const { read, scripts } = checkLateParts(filesOf(whole))
  const [, map] = /<script type="importmap">(.*?)<\/script>/.exec(String(read('/')!.body))!
  expect(scripts).toBe(`'self' '${sha256(map!)}'`)
})

it('what the page names is known, however late all else is fetched', () => {
  const first = ['/assets/index.js', '/assets/drawing.js', '/assets/style.css']
  expect(checkLateParts(filesOf(whole)).first).toEqual(first)
  const { '/assets/Console.js': _console, '/assets/Alerts.js': _alerts, ...atOnce } = whole
  expect(checkLateParts(filesOf(atOnce)).first).toEqual(first)
})

it('a page that fetches nothing late is served as it is, under the policy of before', () => {
  const { '/assets/Console.js': _console, '/assets/Alerts.js': _alerts, ...atOnce } = whole
  const { read, scripts } = checkLateParts(filesOf(atOnce))
  expect(String(read('/')!.body)).toBe(page)
  expect(scripts).toBe("'self'")
})
