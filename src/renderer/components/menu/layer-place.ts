export interface Edges {
  left: number
  top: number
  right: number
  bottom: number
}

export interface LayerWish {
  /** Where it goes if there is room: below what it belongs to, or beside it. */
  side: 'below' | 'right'
  /** Which edges are to be in line. */
  align: 'start' | 'end'
  gap: number
}

interface Size {
  width: number
  height: number
}

/** Where what lies over the deck stands: on the other side where there is no room, never outside. */
export function layerPlace(
  anchor: Edges,
  wish: LayerWish,
  { size, room }: { size: Size; room: Size },
): { left: number; top: number } {
  const { align, gap, side } = wish
  const within = (at: number, length: number, most: number): number =>
    Math.max(0, Math.min(at, most - length))
  /** After the anchor, or before it where only that has room. */
  const beyond = ([from, to]: [number, number], length: number, most: number): number =>
    to + gap + length > most && from - gap - length >= 0 ? from - gap - length : to + gap
  const inLine = ([from, to]: [number, number], length: number): number =>
    align === 'start' ? from : to - length
  const across: [number, number] = [anchor.left, anchor.right]
  const down: [number, number] = [anchor.top, anchor.bottom]
  const left =
    side === 'below' ? inLine(across, size.width) : beyond(across, size.width, room.width)
  const top = side === 'below' ? beyond(down, size.height, room.height) : inLine(down, size.height)
  return {
    left: within(left, size.width, room.width),
    top: within(top, size.height, room.height),
  }
}
