/** What the system's refusals mean, as the rest of a sentence about a file or a folder. */
const meanings: Readonly<Record<string, string>> = {
  EACCES: 'may not be used: its rights forbid it',
  EPERM: 'may not be used: its rights forbid it',
  ENOENT: 'is not there',
  ENOTDIR: 'is a file where a folder has to be',
  EEXIST: 'is a file where a folder has to be',
  EROFS: 'is on a disk that can only be read',
  ENOSPC: 'is on a disk that is full',
  EDQUOT: 'is on a disk that has no more room for you',
  EMFILE: 'could not be opened: this machine has too many files open',
}

/** What the system refused, and why, with its own word for it; null where it was not the system. */
export function systemRefusal(cause: unknown): string | null {
  if (!(cause instanceof Error) || !('code' in cause)) return null
  const meaning = meanings[String(cause.code)]
  if (meaning === undefined) return null
  const path = 'path' in cause && typeof cause.path === 'string' ? cause.path : 'A file of it'
  return `${path} ${meaning} (${String(cause.code)})`
}
