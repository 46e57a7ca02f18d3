/** What of a panel is scrolled, if it is one thing: its rows. */
const scroller = (body: HTMLElement): HTMLElement | undefined =>
  [...body.querySelectorAll<HTMLElement>('*')]
    .filter(({ scrollHeight, clientHeight }) => clientHeight > 0 && scrollHeight > clientHeight)
    .toSorted((one, other) => other.scrollHeight - one.scrollHeight)[0]

export const scrolledTo = (body: HTMLElement): number => Math.round(scroller(body)?.scrollTop ?? 0)

/** Frames within which a panel that was just opened has its rows. */
const patience = 120

/** Scrolls a panel to there as soon as it has as many rows. */
export function scrollTo(body: () => HTMLElement | null, top: number, frames = patience): void {
  if (top === 0 || frames === 0) return
  const found = body()
  const rows = found === null ? undefined : scroller(found)
  if (rows !== undefined && rows.scrollHeight - rows.clientHeight >= top) rows.scrollTop = top
  else requestAnimationFrame(() => scrollTo(body, top, frames - 1))
}
