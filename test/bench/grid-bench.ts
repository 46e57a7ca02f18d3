/** What the page with both grids offers its driver. */
export interface GridBench {
  /** Milliseconds from the first call to rows on the screen. */
  firstPaint(who: Who): Promise<number>
  /** Records a second, as many as it takes. */
  updates(who: Who, isSorted: boolean): Promise<number>
  /** What a poll writes to the document, and how many cells it changed in sight. */
  writes(who: Who): Promise<{ changed: number; writes: number; nodes: number }>
  /** Opens 100,000 rows, for scrolling. */
  openLong(who: Who): Promise<void>
  scroll(where: 'top' | 'whole'): Promise<void>
  closeLong(): void
}

export type Who = 'ours' | 'theirs'

/** Steps of one `scroll`. */
export const steps = 150
