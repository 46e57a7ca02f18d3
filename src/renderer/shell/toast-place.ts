/** In pixels of the window. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** It grows upwards, so that what is read stays where it is when more comes. */
export interface ToastPlace {
  left: number
  bottom: number
}

const step = 24

const overlap = (one: Box, other: Box): number =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top))

const covered = (box: Box, others: readonly Box[]): number =>
  others.reduce((sum, other) => sum + overlap(box, other), 0)

/**
 * Where something that comes by itself stands in the least harm: never over what is kept clear as
 * long as there is room beside it, over as little as can be of what is worked with, and else near
 * the lower right. It stays where it was while nothing that is kept clear came there.
 */
export function toastPlace(of: {
  size: { width: number; height: number }
  room: Box
  clear: readonly Box[]
  worked: readonly Box[]
  now: ToastPlace | null
}): ToastPlace {
  const { size, room, clear, worked, now } = of
  const boxAt = ({ left, bottom }: ToastPlace): Box => ({
    left,
    top: bottom - size.height,
    right: left + size.width,
    bottom,
  })
  const isInside = ({ left, top, right, bottom }: Box): boolean =>
    left >= room.left && top >= room.top && right <= room.right && bottom <= room.bottom
  if (now !== null && isInside(boxAt(now)) && covered(boxAt(now), clear) === 0) return now

  const corner: ToastPlace = {
    left: Math.max(room.left, room.right - size.width),
    bottom: room.bottom,
  }
  let best = { place: corner, kept: Infinity, work: Infinity }
  for (
    let { bottom } = corner;
    bottom === corner.bottom || bottom - size.height >= room.top;
    bottom -= step
  )
    for (let { left } = corner; left >= room.left; left -= step) {
      const box = boxAt({ left, bottom })
      const kept = covered(box, clear)
      if (kept > best.kept) continue
      const work = covered(box, worked)
      if (kept < best.kept || work < best.work) best = { place: { left, bottom }, kept, work }
    }
  return best.place
}
