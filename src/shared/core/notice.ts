/** A line for the person at the window, about the program itself. */
export interface Notice {
  level: 'info' | 'warning'
  message: string
}
