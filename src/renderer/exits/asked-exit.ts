/** An exit that was asked for in detail; the run is found again by its confirmation. */
export interface AskedExit {
  account: string
  strategy: string
  confirmation: string
}
