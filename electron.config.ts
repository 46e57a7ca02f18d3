import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'electron-vite'

/** Has what draws fetched beside the chunk that asks for it, and not after. */
const preloadDrawing = {
  name: 'preload-drawing',
  transformIndexHtml: {
    order: 'post' as const,
    handler(_: string, { chunk, bundle = {} }: { chunk?: Chunk; bundle?: Record<string, object> }) {
      const drawing = Object.values(bundle).find((it) => 'name' in it && it.name === 'open-window')
      const files =
        drawing === undefined ? [] : [(drawing as Chunk).fileName, ...(drawing as Chunk).imports]
      return files
        .filter((file) => file !== chunk?.fileName && !chunk?.imports.includes(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `./${file}` },
          injectTo: 'head' as const,
        }))
    },
  },
}

interface Chunk {
  fileName: string
  imports: string[]
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
    plugins: [svelte({ configFile: false }), preloadDrawing],
    build: {
      outDir: 'out/renderer',
      // The window's content security policy knows neither inline scripts nor data: addresses.
      assetsInlineLimit: 0,
      // One sheet, which the page itself asks for.
      cssCodeSplit: false,
      minify: true,
      modulePreload: { polyfill: false },
      rollupOptions: { input: 'src/renderer/index.html' },
    },
  },
})
