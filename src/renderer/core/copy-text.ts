import type { Notice } from '../../shared/core/notice.ts'

/** Copies a text; answers what to say of it. */
export const copyText = (text: string): Promise<(what: string) => Notice> =>
  navigator.clipboard.writeText(text).then(
    () => (what) => ({ level: 'info', message: `${what} was copied.` }),
    () => () => ({
      level: 'warning',
      message: 'Not copied: the browser does not allow it here. Select the text instead.',
    }),
  )
