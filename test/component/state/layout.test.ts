import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { panelIds, parseLayout } from '../../../src/renderer/state/layout.ts'

const leaf = (...views: string[]) => ({
  type: 'leaf',
  size: 400,
  data: { id: views.join(), views, activeView: views[0] },
})

const layout = (groups: unknown[], more: object = {}, ids: readonly string[] = panelIds) =>
  JSON.stringify({
    grid: {
      root: { type: 'branch', size: 800, data: groups },
      width: 1200,
      height: 800,
      orientation: 'HORIZONTAL',
    },
    panels: Object.fromEntries(ids.map((id) => [id, { id, contentComponent: id }])),
    ...more,
  })

const whole = [
  leaf('positions', 'holdings'),
  leaf('orders', 'trades', 'journal'),
  leaf('funds', 'account', 'timeline'),
]

describe('a saved layout', () => {
  it('is taken where every panel stands in it once', () => {
    expect(parseLayout(layout(whole))).not.toBeNull()
  })

  it('of before there was a journal gets the panels that came later, beside those they belong to', () => {
    const before = ['positions', 'holdings', 'orders', 'trades', 'funds', 'account']
    const groups = [
      leaf('funds'),
      leaf('account', 'orders'),
      leaf('positions', 'holdings', 'trades'),
    ]
    const parsed = parseLayout(layout(groups, {}, before))
    expect(parsed?.grid.root).toMatchObject({
      data: [
        { data: { views: ['funds', 'timeline'], activeView: 'funds' } },
        { data: { views: ['account', 'orders', 'journal'], activeView: 'account' } },
        { data: { views: ['positions', 'holdings', 'trades'] } },
      ],
    })
    expect(parsed?.panels).toMatchObject({
      journal: { id: 'journal', contentComponent: 'journal', title: 'Journal' },
      timeline: { id: 'timeline', contentComponent: 'timeline', title: 'Timeline' },
    })
  })

  it.each([
    ['is no JSON', '{'],
    ['is of another kind', '[]'],
    ['lacks a panel', layout(whole.slice(1))],
    ['has a panel twice', layout([...whole, leaf('orders')])],
    ['names a panel that is not ours', layout([...whole, leaf('secrets')])],
    ['floats a group, which nothing here can', layout(whole, { floatingGroups: [{}] })],
  ])('is refused where it %s', (_, text) => {
    expect(parseLayout(text)).toBeNull()
  })

  it('never throws, whatever stands in the file', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(parseLayout(text)).toBeNull()
      }),
    )
  })
})
