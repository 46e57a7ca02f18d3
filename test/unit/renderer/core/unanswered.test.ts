import { expect, it } from 'vitest'
import { Unanswered } from '../../../../src/renderer/core/unanswered.ts'
import { type Reply, ok } from '../../../../src/shared/core/errors.ts'

it('takes no change back for what is told of an earlier one, until it was answered itself', async () => {
  const changes = new Unanswered<{ size?: number; name?: string }>()
  const first = Promise.withResolvers<Reply<null>>()
  const second = Promise.withResolvers<Reply<null>>()
  const asked = [
    changes.until({ size: 1 }, () => first.promise),
    changes.until({ size: 2 }, () => second.promise),
  ]
  expect(changes.over({ size: 0, name: 'told' })).toEqual({ size: 2, name: 'told' })
  first.resolve(ok(null))
  await asked[0]
  expect(changes.over({ size: 1, name: 'told' })).toEqual({ size: 2, name: 'told' })
  second.resolve(ok(null))
  await asked[1]
  expect(changes.over({ size: 1, name: 'told' })).toEqual({ size: 1, name: 'told' })
})
