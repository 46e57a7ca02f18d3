import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'electron-vite'

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
    plugins: [svelte({ configFile: false })],
    build: {
      outDir: 'out/renderer',
      // The window's content security policy knows neither inline scripts nor data: addresses.
      assetsInlineLimit: 0,
      minify: true,
      modulePreload: { polyfill: false },
      rollupOptions: { input: 'src/renderer/index.html' },
    },
  },
})
