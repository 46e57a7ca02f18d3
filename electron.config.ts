import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'electron-vite'
import { fileURLToPath } from 'node:url'
import { normalizePath } from 'vite'
import { drawnIcons } from './scripts/set-up/drawn-icons.ts'

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

const drawn = 'open-window'
let firstSight: Set<string> | undefined

/** What draws the first sight, in one file: it comes at once, and is compressed as a whole. */
const drawing = {
  name(id: string, graph: Graph) {
    firstSight ??= reached(graph, `${renderer}shell/${drawn}.ts`).difference(
      reached(graph, `${renderer}main.ts`),
    )
    return firstSight.has(id) ? drawn : null
  },
}

/** Has what draws fetched beside the script that asks for it, and not after. */
const preloadDrawing = {
  name: 'preload-drawing',
  transformIndexHtml: {
    order: 'post' as const,
    handler: (_: string, { bundle = {} }: { bundle?: Record<string, object> }) =>
      Object.entries(bundle)
        .filter(([, chunk]) => 'name' in chunk && chunk.name === drawn)
        .map(([file]) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `./${file}` },
          injectTo: 'head' as const,
        })),
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
        if (file.type === 'chunk' && file.name === drawn)
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
    },
  },
}

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
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
        external: ['electron', 'keytar'],
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
    plugins: [drawnIcons(), svelte({ configFile: false }), preloadDrawing, compileDrawing],
    build: {
      outDir: 'out/renderer',
      // The window's content security policy knows neither inline scripts nor data: addresses.
      assetsInlineLimit: 0,
      // It comes from this machine.
      chunkSizeWarningLimit: 1500,
      // One sheet, which the page itself asks for.
      cssCodeSplit: false,
      minify: true,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: 'src/renderer/index.html',
        output: { codeSplitting: { includeDependenciesRecursively: false, groups: [drawing] } },
      },
    },
  },
})
