/** What is shipped of the work of others; the texts come with the packages. */
export const licences = [
  { name: 'electron', licence: 'MIT' },
  { name: 'electron-store', licence: 'MIT' },
  { name: 'conf', licence: 'MIT' },
  { name: 'undici', licence: 'MIT' },
  { name: 'ws', licence: 'MIT' },
  { name: 'zod', licence: 'MIT' },
  { name: 'big.js', licence: 'MIT' },
  { name: 'keytar', licence: 'MIT' },
  { name: 'svelte', licence: 'MIT' },
  { name: 'dockview-core', licence: 'MIT' },
  { name: 'tinykeys', licence: 'MIT' },
  { name: '@iconify-json/lucide', licence: 'ISC' },
  { name: '@fontsource-variable/inter', licence: 'OFL-1.1' },
  { name: '@fontsource-variable/jetbrains-mono', licence: 'OFL-1.1' },
] as const
