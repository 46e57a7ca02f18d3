import { expect, it } from 'vitest'
import {
  withoutUncalledMembers,
  withShortNames,
} from '../../scripts/set-up/without-uncalled-members.ts'

const library = `class Panel {
	constructor() { this._held = 1; }
	asked() { return this._held; }
	told() { return this.alone(); }
	alone() { return 2; }
	get size() { return this._held; }
	set size(next) { this._held = next; }
	byText() {}
	toJSON() { return {}; }
	[Symbol.iterator]() {}
}
const called = 'byText';
`

it('leaves out members that nothing names, and then those that only they called', () => {
  const rest = withoutUncalledMembers(library, (name) => name === 'asked')
  for (const name of ['told', 'alone', 'size']) expect(rest).not.toMatch(new RegExp(`${name}\\(`))
  for (const name of ['constructor', 'asked', 'byText', 'toJSON', '[Symbol.iterator]'])
    expect(rest).toContain(`${name}(`)
})

it('leaves a member that is asked for with what it calls', () => {
  const rest = withoutUncalledMembers(library, (name) => name === 'told' || name === 'size')
  for (const name of ['told', 'alone', 'get size', 'set size']) expect(rest).toContain(`${name}(`)
  expect(rest).not.toContain('asked(')
})

it('gives one short name to all that has one name of its own, and none that is there already', () => {
  const short = withShortNames('a._held = b._other + _0; a._held(_held$1)')
  expect(short).toMatch(/^a\.(_\w) = b\.(_\w) \+ _0; a\.\1\(\1\$1\)$/)
  expect(new Set(short.match(/_\w/g)).size).toBe(3)
})
