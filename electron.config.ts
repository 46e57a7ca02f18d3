import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'electron-vite'
import { fileURLToPath } from 'node:url'
import { build, normalizePath } from 'vite'
import { drawnIcons } from './scripts/set-up/drawn-icons.ts'
import { shortClass } from './scripts/set-up/short-classes.ts'
import { noUnusedDockParts } from './scripts/set-up/without-unused-dock-parts.ts'
import { noUnusedSchemas } from './scripts/set-up/without-unused-schemas.ts'
import { noUnusedZodParts } from './scripts/set-up/without-unused-zod-parts.ts'

const renderer = normalizePath(fileURLToPath(new URL('src/renderer/', import.meta.url)))

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/** A module and all that it imports at once. */
function reached(graph: Graph, from: string, found = new Set<string>()): Set<string> {
  if (found.has(from)) return found
  found.add(from)
  for (const id of graph.getModuleInfo(from)?.importedIds ?? []) reached(graph, id, found)
  return found
}

const main = `${renderer}main.ts`
const page = `${renderer}index.html`
const drawn = 'open-window'
const foundation = 'foundation'
const beginning = 'beginning'
const later = 'later'
const drawing = new Set([drawn, foundation])
const first = new Set([beginning, ...drawing])
/** What code asks for by itself. */
const asked = new Set([drawn, later])
let begun: Set<string> | undefined
let firstSight: Set<string> | undefined

/** Of Vite, which asks for what comes later by it. */
const asksForMore = 'vite/preload-helper.js'

/** Svelte makes an error as it begins, and a browser that is watched reads all of its file again to say where. */
const readAgain = '/svelte/src/internal/client/constants.js'

/** What moves panels: it comes first after the first sight, and by itself. */
const isOfDock = (id: string) => /\/(dockview-core\/.*|workspace\/dock\.svelte\.ts)$/.test(id)

/** What our own features stand on, which imports none of them: nearly half of all that draws. */
const isBelowFeatures = (id: string) =>
  /\/(node_modules\/|src\/shared\/|src\/renderer\/core\/.*\.ts$)|virtual:made-late$/.test(id)

/**
 * What draws the first sight, in two files that are compiled side by side; what seeks the desk before
 * it, in one that is small; and what comes after it in one, since forty small ones are a tenth larger
 * when each is compressed by itself.
 */
const fewFiles = {
  name(id: string, graph: Graph) {
    begun ??= reached(graph, main)
    firstSight ??= reached(graph, `${renderer}shell/${drawn}.ts`)
    if (id === page || id === main) return null
    if (begun.has(id) || id.endsWith(readAgain) || id.endsWith(asksForMore)) return beginning
    if (!firstSight.has(id)) return isOfDock(id) ? null : later
    return isBelowFeatures(id) ? foundation : drawn
  },
}

type Link = { rel: 'modulepreload' } | { rel: 'preload'; as: 'font'; type: 'font/woff2' }

interface Bundled {
  name?: unknown
  moduleIds?: readonly string[]
}

/** What the page asks for by itself, before a script or a style does. */
function linkOf(file: string, { name, moduleIds = [] }: Bundled): Link | null {
  if (first.has(String(name)) && moduleIds.length > 0) return { rel: 'modulepreload' }
  // In place of another one, all that is drawn would be measured once more.
  const isUsual = file.includes('/inter-') && file.endsWith('.woff2')
  return isUsual ? { rel: 'preload', as: 'font', type: 'font/woff2' } : null
}

/** Has what comes first fetched beside the script that asks for it, and not after; and its font last. */
const preloadFirst = {
  name: 'preload-first',
  transformIndexHtml: {
    order: 'post' as const,
    handler: (_: string, { bundle = {} }: { bundle?: Record<string, Bundled> }) =>
      Object.entries(bundle)
        .flatMap(([file, bundled]) => {
          const link = linkOf(file, bundled)
          return link === null ? [] : [{ ...link, crossorigin: true, href: `./${file}` }]
        })
        .toSorted((one, other) => one.rel.localeCompare(other.rel))
        .map((attrs) => ({ tag: 'link', attrs, injectTo: 'head' as const })),
  },
}

interface Written {
  type: string
  name?: string
  code?: string
}

/**
 * Has what draws compiled as it comes, and beside it: most of it is called at once, and would else be
 * read twice, function by function, while the first frame waits. It has to be the file's first line.
 */
const compileDrawing = {
  name: 'compile-drawing',
  generateBundle: {
    order: 'post' as const,
    handler: (_: unknown, bundle: Record<string, Written>) => {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && drawing.has(file.name ?? ''))
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
    },
  },
}

/** Of a file that does nothing but hand on parts of one that comes after the first, how they are had of that. */
function handedOn(code: string, bundle: Record<string, Written>): string | null {
  const [, parts, from] = /^export\{([^}]+)\}from"\.\/([^"]+)";?\s*$/.exec(code) ?? []
  const isAskedFor = Object.entries(bundle).some(
    ([file, { name = '' }]) => asked.has(name) && file.endsWith(`/${from}`),
  )
  if (parts === undefined || !isAskedFor) return null
  const named = parts.split(',').map((part) => {
    const [own, as = own] = part.split(' as ')
    return `${as}:e.${own}`
  })
  return `import(\`./${from}\`).then(e=>({${named.join()}}))`
}

/** Asks for what draws, and for what comes later, where it is: small files that only hand on a part of it are left out. */
const askWhereItIs = {
  name: 'ask-where-it-is',
  generateBundle: {
    order: 'post' as const,
    handler: (_: unknown, bundle: Record<string, Written>) => {
      for (const [file, { code = '' }] of Object.entries(bundle)) {
        const instead = handedOn(code, bundle)
        if (instead === null) continue
        delete bundle[file]
        const own = file.slice(file.lastIndexOf('/') + 1)
        const before = `import(\`./${own}\`)`
        for (const other of Object.values(bundle)) {
          if (other.type !== 'chunk' || other.code === undefined) continue
          other.code = other.code.replaceAll(before, () => instead)
          if (other.code.includes(own)) throw new Error(`${own} is asked for in another way`)
        }
      }
    },
  },
}

const outOfMain = 'out/main'
/** What a bundle of ours cannot hold: what comes with a system, and a native library. */
const outside = ['electron', 'keytar']

/** Writes the browser host as scripts, of which all can be kept that V8 compiled (`kept-scripts.ts`). */
const browserHost = {
  name: 'browser-host',
  async closeBundle() {
    await build({
      configFile: false,
      logLevel: 'warn',
      ssr: { noExternal: true },
      build: {
        ssr: 'src/main/hosts/browser/program.ts',
        outDir: outOfMain,
        emptyOutDir: false,
        copyPublicDir: false,
        target: 'node24',
        sourcemap: true,
        rolldownOptions: {
          external: outside,
          output: {
            format: 'cjs',
            // What is run so imports nothing.
            dynamicImportInCjs: false,
            entryFileNames: 'browser-host.cjs',
            chunkFileNames: 'browser-host-[name]-[hash].cjs',
            postBanner: '(function(require,module,exports){"use strict";',
            postFooter: '})',
          },
        },
      },
    })
  },
}

export default defineConfig({
  main: {
    plugins: [browserHost],
    build: {
      outDir: outOfMain,
      // One file loads in half the time of a hundred; a native library cannot be bundled.
      externalizeDeps: false,
      sourcemap: true,
      rollupOptions: {
        input: {
          index: 'src/main/index.ts',
          browser: 'src/main/browser.ts',
          // An entry of its own, so that the desk starts it as a stranger and never imports it.
          practice: 'src/practice/worker.ts',
        },
        external: outside,
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      // A sandboxed preload can require nothing but electron.
      externalizeDeps: false,
      rollupOptions: {
        input: { index: 'src/preload/index.ts' },
        external: ['electron'],
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [
      drawnIcons(),
      noUnusedSchemas(),
      noUnusedZodParts(),
      noUnusedDockParts(),
      svelte({ configFile: false, compilerOptions: { cssHash: shortClass } }),
      preloadFirst,
      askWhereItIs,
      compileDrawing,
    ],
    build: {
      outDir: 'out/renderer',
      // The window's content security policy knows neither inline scripts nor data: addresses.
      assetsInlineLimit: 0,
      // It comes from this machine.
      chunkSizeWarningLimit: 1500,
      // One sheet, which the page itself asks for.
      cssCodeSplit: false,
      minify: true,
      // The page names what comes first; what comes later is one file.
      modulePreload: false,
      rolldownOptions: {
        input: 'src/renderer/index.html',
        output: { codeSplitting: { includeDependenciesRecursively: false, groups: [fewFiles] } },
      },
    },
  },
})
