import { readFile, readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { shots } from '../pictures/shots.ts'

const docs = new URL('../../docs/', import.meta.url)
const readme = new URL('../../README.md', import.meta.url)

describe('the pictures of the documents', () => {
  it('are those that `npm run pictures` takes, and no others', async () => {
    expect((await readdir(new URL('pictures/', docs))).toSorted()).toEqual(
      shots.map(({ file }) => file).toSorted(),
    )
  })

  it('are each shown somewhere, and none is shown that is not there', async () => {
    const texts = await Promise.all(
      [readme, new URL('guide.md', docs)].map((file) => readFile(file, 'utf8')),
    )
    const shown = texts.flatMap((text) =>
      [...text.matchAll(/!\[[^\]]+\]\((?:docs\/)?pictures\/([^)]+)\)/g)].map(([, file]) => file),
    )
    expect([...new Set(shown)].toSorted()).toEqual(shots.map(({ file }) => file).toSorted())
  })
})
