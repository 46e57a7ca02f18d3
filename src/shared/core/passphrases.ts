/** Characters that a new passphrase, or a password of the lock's own, has at least. */
export const shortestPassphrase = 8
