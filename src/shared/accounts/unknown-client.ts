/**
 * Why nobody knows whether an account with new keys is still the client that it was under others: its
 * profile was not read with these yet; nor for a while in which its books were; or it names no client.
 */
export type UnknownClient = 'unnamed' | 'unread' | 'unread for long'
