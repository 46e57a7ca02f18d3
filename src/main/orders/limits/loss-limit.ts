/** Whether a day's loss stands at its limit: as much as may be lost is lost. */
export const isLossReached = ({ profit, limit }: { profit: number; limit: number }): boolean =>
  profit <= -limit
