import { campaignOptions } from '../../scripts/set-up/campaign-options.mjs'
import { type RoundOptions, faultyRound } from './faulty-round.ts'
import { type GroupJudgement, groupRound } from './group-round.ts'
import { type Judgement, mostPolls, sumOf } from './judge.ts'
import { killDesks } from './kills.ts'
import { attributeLegs } from './legs.ts'
import { naiveRound } from './naive-round.ts'

const read = campaignOptions(process.argv.slice(2))
if (typeof read === 'string') {
  console.error(read)
  process.exit(2)
}
const { orders, groups, kills, seed } = read

/** Orders of one broker's day: books stay as small as they are in life. */
const perRound = 400
const groupsPerRound = 100
const day = 86_400_000

interface Line {
  goal: string
  what: string
  figure: number
  /** Absent where a figure is only told. */
  target?: { least?: number; most?: number }
}

const lines: Line[] = []
const show = (line: Line): void => {
  lines.push(line)
  const { goal, what, figure, target } = line
  const wanted =
    target === undefined
      ? ''
      : target.least === undefined
        ? `at most ${target.most}`
        : `at least ${target.least}`
  const verdict = target === undefined ? '' : isMet(line) ? 'met' : 'MISSED'
  console.log(
    `${goal.padEnd(4)}${what.padEnd(58)}${String(figure).padStart(7)}   ${wanted.padEnd(16)}${verdict}`,
  )
}
const isMet = ({ figure, target = {} }: Line): boolean =>
  figure >= (target.least ?? -Infinity) && figure <= (target.most ?? Infinity)

const none = { most: 0 }

async function rounds(count: number, options: Omit<RoundOptions, 'orders'>): Promise<Judgement> {
  const judgements: Judgement[] = []
  for (let round = 0; round < count; round += 1) {
    const one = await faultyRound({ ...options, orders: perRound, seed: options.seed + round })
    for (const wrong of one.wrongs) console.error(`seed ${options.seed + round}: ${wrong}`)
    judgements.push(one)
  }
  return sumOf(judgements)
}

function showJudgement(goal: string, said: Judgement): void {
  show({ goal, what: 'duplicates', figure: said.duplicates, target: none })
  show({ goal, what: 'falsely refused', figure: said.falselyRefused, target: none })
  show({ goal, what: 'guessed', figure: said.guessed, target: none })
  show({ goal, what: 'in doubt, all told', figure: said.doubts })
  show({ goal, what: 'in doubt, at the broker, and like no other', figure: said.identifiable })
  const missing = said.identifiable - said.found
  show({ goal, what: 'of these not found', figure: missing, target: none })
  show({
    goal,
    what: 'good polls until found, at most',
    figure: said.slowest,
    target: { most: mostPolls },
  })
  show({
    goal,
    what: 'found, and sent on a book older than five seconds',
    figure: said.sentOnOldBook,
  })
  show({ goal, what: 'found although others look like it', figure: said.foundAlike })
  show({ goal, what: 'left to a person', figure: said.left })
}

const started = performance.now()
console.log(`Seed ${seed}. The practice broker's ledger judges.\n`)

// Desks that are killed run beside those that are not: they are processes of their own.
const killing = Promise.all([
  killDesks({ seed, kills: Math.ceil(kills / 2) }),
  killDesks({ seed: seed + 1, kills: Math.floor(kills / 2) }),
])
killing.catch(() => undefined)

const faulty = await rounds(Math.ceil(orders / perRound), { seed: seed * 1000 })
show({
  goal: 'R1',
  what: 'placements under faults',
  figure: faulty.orders,
  target: { least: orders },
})
showJudgement('R1', faulty)

const grouped: GroupJudgement[] = []
for (let round = 0; round < Math.ceil(groups / groupsPerRound); round += 1) {
  const one = await groupRound({ seed: seed * 1000 + round, orders: groupsPerRound })
  for (const wrong of one.wrongs) console.error(`seed ${seed * 1000 + round}: ${wrong}`)
  grouped.push(one)
}
const ofGroups = (of: Exclude<keyof GroupJudgement, 'wrongs'>): number =>
  grouped.reduce((sum, one) => sum + one[of], 0)
const showOfGroups = (what: string, figure: number, target?: Line['target']): void =>
  show({ goal: 'R1', what: `of groups: ${what}`, figure, ...(target !== undefined && { target }) })
showOfGroups('orders for ten accounts', ofGroups('orders'), { least: groups })
showOfGroups('legs, with those sent again', ofGroups('legs'))
showOfGroups('sent again', ofGroups('sentAgain'))
showOfGroups('accepted or found', ofGroups('accepted'))
showOfGroups('of these not at the broker', ofGroups('missing'), none)
showOfGroups('held back as one before was not accepted', ofGroups('heldBack'))
showOfGroups('of these sent all the same', ofGroups('outOfTurn'), none)
showOfGroups('said to be absent, and there', ofGroups('falselyDenied'), none)
showOfGroups('twice in one account', ofGroups('duplicates'), none)
showOfGroups('in doubt', ofGroups('doubts'))

const naive = await Promise.all(
  [0, 1, 2, 3].map((round) => naiveRound({ seed: seed * 1000 + round, orders: 200 })),
)
const naiveSum = (of: 'orders' | 'duplicates' | 'falselyFailed'): number =>
  naive.reduce((sum, one) => sum + one[of], 0)
show({ goal: '', what: 'a naive client that tries again: placements', figure: naiveSum('orders') })
show({ goal: '', what: 'its duplicates', figure: naiveSum('duplicates') })
show({
  goal: '',
  what: 'told to have failed, and at the broker',
  figure: naiveSum('falselyFailed'),
})

const legs = await attributeLegs()
for (const wrong of legs.wrongs) console.error(wrong)
show({ goal: 'R8', what: 'replies to several orders', figure: legs.cases })
show({ goal: 'R8', what: 'legs told wrongly', figure: legs.wrongs.length, target: none })

const jumping = await rounds(Math.max(1, Math.round(orders / perRound / 8)), {
  seed: seed * 1000 + 500,
  jumps: day,
})
show({ goal: 'R9', what: 'placements while the clock jumps by a day', figure: jumping.orders })
showJudgement('R9', jumping)

const [one, other] = await killing
const killed = (of: keyof typeof one): number => one[of] + other[of]
show({ goal: 'R3', what: 'kills', figure: killed('kills'), target: { least: kills } })
show({ goal: 'R3', what: 'orders at the broker', figure: killed('orders') })
show({ goal: 'R3', what: 'of these not in the journal', figure: killed('lost'), target: none })
show({ goal: 'R3', what: 'duplicates', figure: killed('duplicates'), target: none })
show({ goal: 'R3', what: 'on their way when it was killed', figure: killed('inFlight') })
show({
  goal: 'R3',
  what: 'of these not listed by the next start',
  figure: killed('unlisted'),
  target: none,
})
show({ goal: 'R3', what: 'journals that do not verify', figure: killed('broken'), target: none })

const aimed = lines.filter(({ target }) => target !== undefined)
const met = aimed.filter(isMet).length
const seconds = Math.round((performance.now() - started) / 1000)
console.log(`\n${met} met, ${aimed.length - met} missed (${seconds} s)`)
process.exit(met === aimed.length ? 0 : 1)
