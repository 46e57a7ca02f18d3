import { describe, expect, it } from 'vitest'
import { inLanes } from '../../scripts/parts/lanes.mjs'
import {
  closingLine,
  notTried,
  oneTest,
  playwrightSkips,
  settled,
  sumOf,
  untriedOf,
  vitestSkips,
} from '../../scripts/parts/tally.mjs'

describe('the count over all parts', () => {
  it('adds up', () => {
    const sum = sumOf([oneTest(true), oneTest(false), { passed: 40, failed: 2, skipped: 3 }])
    expect(sum).toEqual({ passed: 41, failed: 3, skipped: 3, untried: 0 })
    expect(closingLine(sum)).toBe('41 passed, 3 failed, 3 skipped')
    expect(closingLine(oneTest(true))).toBe('1 passed, 0 failed')
  })

  it('does not count hundreds of tests that this machine cannot try as one that was skipped', () => {
    const sum = sumOf([oneTest(true), notTried])
    expect(closingLine(sum)).toBe('1 passed, 0 failed, 1 part not tried')
    expect(closingLine(sumOf([sum, notTried]))).toBe('1 passed, 0 failed, 2 parts not tried')
  })

  it('takes a runner at its word', () => {
    const counted = { passed: 5, failed: 1, skipped: 2 }
    expect(settled({ counted, code: 1 })).toEqual(counted)
    expect(settled({ counted: { ...counted, failed: 0 }, code: 0 }).failed).toBe(0)
  })

  it.each([
    ['fails without naming a test', { passed: 5, failed: 0, skipped: 0 }, 1],
    ['ran nothing', { passed: 0, failed: 0, skipped: 0 }, 0],
    ['skipped everything', { passed: 0, failed: 0, skipped: 9 }, 0],
    ['left no report', null, 0],
  ])('counts a failure for a runner that %s', (_, counted, code) => {
    expect(settled({ counted, code }).failed).toBe(1)
  })
})

describe('what was not tried', () => {
  const tried = { tally: oneTest(true), untried: null, skips: [] }
  it('is told in one place, by what stands in the way', () => {
    const why = 'no Chromium, Chrome or Edge was found'
    expect(
      untriedOf([
        { name: 'end to end', tally: notTried, untried: why, skips: [] },
        { ...tried, name: 'service', skips: ['the keychain (no D-Bus)', 'another user'] },
        { name: 'audit', tally: notTried, untried: 'no answer', skips: [] },
        { name: 'component', tally: notTried, untried: why, skips: [] },
      ]),
    ).toEqual([
      `all of end to end, component: ${why}`,
      'all of audit: no answer',
      'service: the keychain (no D-Bus)',
      'service: another user',
    ])
  })

  it('is nothing where all was', () => {
    expect(untriedOf([{ ...tried, name: 'unit' }])).toEqual([])
  })
})

describe('what was skipped', () => {
  it('is named once a group by Vitest', () => {
    const skipped = { status: 'skipped', ancestorTitles: ['the keychain (no D-Bus)'] }
    const assertionResults = [
      { ...skipped, title: 'keeps keys' },
      { ...skipped, title: 'gives them up' },
      { status: 'passed', ancestorTitles: [], title: 'adds up' },
      { status: 'failed', ancestorTitles: [], title: 'takes away' },
      { status: 'todo', ancestorTitles: [], title: 'divides' },
    ]
    const report = { testResults: [{ assertionResults }, { assertionResults: [] }] }
    expect(vitestSkips(report)).toEqual(['the keychain (no D-Bus)', 'divides'])
  })

  it('is named with its reason by Playwright, however deep it lies', () => {
    const spec = (title: string, status: string, annotations: object[] = []) => ({
      title,
      tests: [{ status, annotations }],
    })
    const suites = [
      {
        specs: [spec('opens', 'expected'), spec('shuts', 'skipped')],
        suites: [
          { specs: [spec('sings', 'skipped', [{ type: 'skip', description: 'no voice' }])] },
        ],
      },
    ]
    expect(playwrightSkips({ suites })).toEqual(['shuts', 'sings (no voice)'])
  })
})

describe('the lanes', () => {
  const open = (parts: { name: string; after?: string }[], lanes: number) => {
    const started: string[] = []
    const ends = new Map<string, () => void>()
    const all = inLanes({
      parts,
      lanes,
      work: ({ name }) => {
        started.push(name)
        return new Promise<string>((settle) => ends.set(name, () => settle(name)))
      },
    })
    const end = async (name: string) => {
      ends.get(name)?.()
      await new Promise(setImmediate)
    }
    return { started, end, all }
  }

  it('run no more than there are, in the order given', async () => {
    const { started, end, all } = open([{ name: 'a' }, { name: 'b' }, { name: 'c' }], 2)
    expect(started).toEqual(['a', 'b'])
    await end('b')
    expect(started).toEqual(['a', 'b', 'c'])
    await end('c')
    await end('a')
    expect(await all).toEqual(['a', 'b', 'c'])
  })

  it('let a part wait for its forerunner and others pass it by', async () => {
    const { started, end, all } = open(
      [{ name: 'build' }, { name: 'e2e', after: 'build' }, { name: 'lint' }],
      2,
    )
    expect(started).toEqual(['build', 'lint'])
    await end('lint')
    expect(started).toEqual(['build', 'lint'])
    await end('build')
    expect(started).toEqual(['build', 'lint', 'e2e'])
    await end('e2e')
    expect(await all).toEqual(['build', 'e2e', 'lint'])
  })

  it('refuse parts that wait for each other', async () => {
    const { all } = open(
      [
        { name: 'a', after: 'b' },
        { name: 'b', after: 'a' },
      ],
      2,
    )
    await expect(all).rejects.toThrow('wait for each other')
  })
})
