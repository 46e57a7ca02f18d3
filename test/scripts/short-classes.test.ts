import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compile } from 'svelte/compiler'
import { expect, it } from 'vitest'
import { shortClass } from '../../scripts/set-up/short-classes.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const components = globSync('src/renderer/**/*.svelte', { cwd: root })
const hash = () => 'of-its-text'

it('each component of the window has a short class that no other one has', () => {
  const classes = components.map((filename) => shortClass({ filename, hash }))
  expect(new Set(classes).size).toBe(components.length)
  for (const name of classes) expect(name).toMatch(/^s-[0-9a-z]{1,3}$/)
})

it('a component is known by whichever path the compiler gives it', () => {
  const filename = `${root}src/renderer/shell/Deck.svelte`
  const { css } = compile(readFileSync(filename, 'utf8'), { filename, cssHash: shortClass })
  expect(css?.code).toContain(`.deck.${shortClass({ filename, hash })}`)
})

it('a component from elsewhere has a class by its hash', () => {
  expect(shortClass({ filename: 'a-library/Menu.svelte', hash })).toBe('s-of-its-text')
})
