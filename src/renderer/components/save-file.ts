/** Hands a file to the browser, which asks where it goes or puts it with the downloads. */
export function saveFile({ name, content }: { name: string; content: Blob }): void {
  const link = document.createElement('a')
  const url = URL.createObjectURL(content)
  link.href = url
  link.download = name
  link.click()
  // The browser has taken hold of it by the next turn.
  setTimeout(() => URL.revokeObjectURL(url))
}

/** The mark tells spreadsheets that it is UTF-8. */
export const csvFile = (text: string): Blob =>
  new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' })

export const jsonFile = (text: string): Blob => new Blob([text], { type: 'application/json' })
