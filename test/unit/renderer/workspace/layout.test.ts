import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { panelIds } from '../../../../src/renderer/core/panels.ts'
import { parseLayout } from '../../../../src/renderer/workspace/layout.ts'

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

const whole = [leaf(...panelIds.slice(0, 4)), leaf(...panelIds.slice(4))]

describe('a saved layout', () => {
  it('is taken with all panels, or with some of them', () => {
    expect(parseLayout(layout(whole))).not.toBeNull()
    const some = [leaf('positions'), leaf('orders')]
    expect(parseLayout(layout(some, {}, ['positions', 'orders']))).not.toBeNull()
  })

  it.each([
    ['is no JSON', '{'],
    ['is of another kind', '[]'],
    ['knows panels that stand nowhere', layout(whole.slice(1))],
    ['has a panel twice', layout([...whole, leaf('orders')])],
    ['names a panel that is not ours', layout([...whole, leaf('secrets')])],
    ['floats a group, which nothing here can', layout(whole, { floatingGroups: [{}] })],
    ['shows a panel that it does not know', layout(whole, {}, ['orders'])],
  ])('is refused where it %s', (_, text) => {
    expect(parseLayout(text)).toBeNull()
  })

  it('is refused where it lies within itself without end', () => {
    const within = '{"type":"branch","data":['
    const deep = `${within.repeat(50_000)}${JSON.stringify(leaf('orders'))}${']}'.repeat(50_000)}`
    expect(
      parseLayout(layout(whole).replace(/"root":.*,"width"/, `"root":${deep},"width"`)),
    ).toBeNull()
  })

  it('never throws, whatever stands in the file', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(parseLayout(text)).toBeNull()
      }),
    )
  })
})
