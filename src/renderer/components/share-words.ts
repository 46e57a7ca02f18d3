import type { ShareOfOrder } from '../../shared/accounts/groups.ts'
import { quantity } from './amounts.ts'

/** What a member takes, in few words. */
export function shareWords(share: ShareOfOrder): string {
  switch (share.kind) {
    case 'times':
      return `× ${share.times}`
    case 'units':
      return `always ${quantity(Number(share.units))}`
    case 'funds':
      return `${share.percent} % of its funds`
    case 'sum':
      return `${share.percent} % of the sum`
  }
}
