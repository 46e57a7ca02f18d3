export interface BenchResult {
  row: string
  ratio: number
  spread: string
  goal: string
  met: boolean
  note?: string
}
