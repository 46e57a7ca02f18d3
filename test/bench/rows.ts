import type { Extent, Measured, RowName } from './goals.ts'

type Measure<Row extends RowName> = (extent: Extent) => Promise<Measured<Row>>

/** How each row is measured. Loaded when it is asked for: a row carries the memory of no other. */
export const rows: { [Row in RowName]: () => Promise<Measure<Row>> } = {
  P1: async () => (await import('./book.ts')).p1,
  P2: async () => (await import('./book.ts')).p2,
  P3: async () => (await import('./book.ts')).p3,
  P4: async () => (await import('./grids.ts')).p4,
  P5: async () => (await import('./grids.ts')).p5,
  P6: async () => (await import('./client.ts')).p6,
  P7: async () => (await import('./placing.ts')).p7,
  P8: async () => (await import('./stop.ts')).p8,
  P9: async () => (await import('./basket.ts')).p9,
  P10: async () => (await import('./start.ts')).p10,
  P11: async () => (await import('./memory.ts')).p11,
  P12: async () => (await import('./shipped.ts')).p12,
  P13: async () => (await import('./crowd.ts')).p13,
  P14: async () => (await import('./placing.ts')).p14,
  P16: async () => (await import('./windows.ts')).p16,
  P17: async () => (await import('./screens.ts')).p17,
  P18: async () => (await import('./pnl.ts')).p18,
}

export const isRow = (name: string): name is RowName => Object.hasOwn(rows, name)
