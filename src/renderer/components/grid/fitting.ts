/** What stands beside a cell's text: its padding, and room to breathe. */
const around = 18

/** Pixels that the longest text in sight of a column takes, its header's included. */
export function fitting(grid: HTMLElement, column: string): number {
  const texts = grid.querySelectorAll(
    `[data-column="${column}"] > span, [data-column="${column}"] > button > span:first-child`,
  )
  return around + Math.max(0, ...[...texts].map((text) => text.scrollWidth))
}
