/** Hands a file to the browser, which asks where it goes or puts it with the downloads. */
export function save({ name, blob }: { name: string; blob: Blob }): void {
  const link = document.createElement('a')
  const url = URL.createObjectURL(blob)
  link.href = url
  link.download = name
  link.click()
  // The browser has taken hold of it by the next turn.
  setTimeout(() => URL.revokeObjectURL(url))
}
