/** What a figure may be at most, or has to be at least; of one with neither, it is told what it is. */
export interface Goal {
  what: string
  unit: '×' | 'ms' | 'MB' | 'kB' | '%' | ''
  most?: number
  least?: number
}

interface RowGoals {
  about: string
  figures: Record<string, Goal>
}

/** Every row of the bench: what it measures, and what its figures should be. */
export const goals = {
  P1: {
    about: 'an order book of 5,000 rows, bytes → patch, against JSON.parse of the same bytes',
    figures: {
      few: { what: '1 % of the rows changed', most: 0.6, unit: '×' },
      all: { what: 'every row changed', most: 3, unit: '×' },
    },
  },
  P2: {
    about: 'a poll of 5,000 rows that brings nothing new, against one that does',
    figures: { unchanged: { what: 'unchanged', most: 0.06, unit: '×' } },
  },
  P3: {
    about: 'bytes of a patch with 1 % of the rows changed, against the snapshot; largest of 20',
    figures: { patch: { what: 'patch', most: 2, unit: '%' } },
  },
  P4: {
    about: 'the grid beside AG Grid Community, same browser, same data',
    figures: {
      updates: { what: 'updates a second', least: 1.5, unit: '×' },
      sorted: { what: 'sorted by what changes', least: 1.5, unit: '×' },
      firstPaint: { what: 'first paint of 5,000 rows', most: 0.5, unit: '×' },
      endToEnd: { what: '100,000 rows end to end, of the top', most: 1.1, unit: '×' },
    },
  },
  P5: {
    about: 'what a poll that changes values writes to the document',
    figures: {
      writes: { what: 'writes for a changed cell', most: 1, unit: '' },
      nodes: { what: 'nodes added or removed', most: 0, unit: '' },
    },
  },
  P6: {
    about: 'one call of the client, against raw http.request with keep-alive',
    figures: { call: { what: 'p50', most: 1.15, unit: '×' } },
  },
  P7: {
    about:
      'confirm → first byte, intent synced before, while 8 accounts of 5,000 rows poll at 1 Hz; against a synced append and a raw POST in the same process',
    figures: {
      ratio: { what: 'p99', most: 2, unit: '×' },
      p99: { what: 'p99', most: 10, unit: 'ms' },
      turn: { what: 'longest turn of the loop', most: 8, unit: 'ms' },
    },
  },
  P8: {
    about:
      'stop → first byte of the first cancel with the polls of 8 accounts hanging; against a synced append and a raw POST beside them',
    figures: {
      ratio: { what: 'p99', most: 2, unit: '×' },
      p99: { what: 'p99', most: 50, unit: 'ms' },
    },
  },
  P9: {
    about: 'a basket of 1,000 legs planned and checked, against JSON.stringify of its requests',
    figures: {
      regular: { what: 'regular', most: 10, unit: '×' },
      brackets: { what: 'brackets', most: 10, unit: '×' },
      options: { what: 'options', most: 10, unit: '×' },
    },
  },
  P10: {
    about:
      'browser host: start → first row of a book, against an empty server and a blank page; both with the browser’s own start, not the very first of ours',
    figures: { start: { what: 'start', most: 1.5, unit: '×' } },
  },
  P11: {
    about:
      'the desk with 30 accounts of 2,000 rows, without flags that a packaged program cannot set; not the window',
    figures: {
      resident: { what: 'largest resident size', most: 250, unit: 'MB' },
      growth: { what: 'growth of the heap', most: 2, unit: '%' },
    },
  },
  P12: {
    about: 'scripts and styles of the window, gzip',
    figures: {
      first: { what: 'of the first sight', most: 200, unit: 'kB' },
      all: { what: 'all', most: 420, unit: 'kB' },
    },
  },
  P13: {
    about:
      'the window with 30 accounts of 2,000 positions, all shown, of which 10 % change each second; against one of the accounts shown',
    figures: {
      frame: { what: '95th percentile of a frame', most: 1.2, unit: '×' },
      palette: { what: 'key → palette', most: 2, unit: '×' },
    },
  },
  P14: {
    about:
      'one order to 30 accounts of 2,000 rows: confirm → first byte of the last, intents synced before; against a synced append and 30 raw POSTs at once in a process that has nothing else to do',
    figures: { ratio: { what: 'p50', most: 2, unit: '×' } },
  },
  P16: {
    about:
      'the desk with seven windows on the same 30 accounts of 2,000 positions, of which 10 % change each second; against itself with one, in turns',
    figures: {
      memory: { what: 'for each further window', most: 2, unit: 'MB' },
      poll: { what: 'of a poll for each', most: 5, unit: '%' },
    },
  },
  P17: {
    about:
      'a window on 20,000 positions of 10 accounts, of which 10 % change each second, with two more on their orders and trades; against itself alone',
    figures: { frame: { what: '95th percentile of a frame', most: 1.3, unit: '×' } },
  },
  P18: {
    about:
      'a day’s curves of 34 series with a point each five seconds, as a window asks for them; against a bare read of the same rows',
    figures: {
      reading: { what: 'all of them', unit: '×' },
      turn: { what: 'own time of the longest turn of the loop', unit: 'ms' },
    },
  },
} as const satisfies Record<string, RowGoals>

export type RowName = keyof typeof goals

/** What a row measured. */
export type Measured<Row extends RowName = RowName> = Row extends RowName
  ? {
      figures: Record<keyof (typeof goals)[Row]['figures'], number>
      /** What else a reader wants to know, such as the spread. */
      note: string
    }
  : never

export interface Extent {
  /** The long form: more rounds, the same figures. */
  isFull: boolean
}

export const goalsOf = (row: RowName): Record<string, Goal> => goals[row].figures

export const isMet = ({ most = Infinity, least = -Infinity }: Goal, figure: number): boolean =>
  figure <= most && figure >= least
