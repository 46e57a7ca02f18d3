import type { Problem } from '../../../shared/orders/problems.ts'
import type { AccountKnowledge, Knowledge } from '../planning/known.ts'
import type { Planned } from '../planning/plan.ts'

export type Finding = Omit<Problem, 'order'>

/** One order with what its checks need. */
export interface Checked {
  order: Planned
  account: AccountKnowledge
  knowledge: Knowledge
  isExit: boolean
}

export type Check = (checked: Checked, add: (finding: Finding) => void) => void
