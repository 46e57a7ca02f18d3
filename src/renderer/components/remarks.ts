/** Something to be said at a field: that it is refused, that it asks first, or only told. */
export interface Remark {
  level: 'refuse' | 'ask' | 'note'
  message: string
}

/** What is wrong with a field, where its remarks are shown. */
export const refusing = (problem: string | undefined): readonly Remark[] =>
  problem === undefined ? [] : [{ level: 'refuse', message: problem }]
