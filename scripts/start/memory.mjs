/**
 * How the desk's process is started: replies of a megabyte come and go all day. Without a bound V8
 * lets its nursery grow to twice 64 MB for them, and the rest of its heap to several times what is
 * held, and glibc keeps what was freed for the next one. The browser host bounds the rest of its heap
 * itself, once it is loaded (`src/main/hosts/settled-engine.ts`).
 */
export const nodeFlags = ['--max-semi-space-size=8']

/** Of several such switches Chromium takes the last. */
export const electronFlags = [`--js-flags=${[...nodeFlags, '--heap-growing-percent=25'].join(' ')}`]

/**
 * glibc's own switches; other systems do not read them. A reply is read in blocks of 64 kB: those
 * that are mapped by themselves go back to the system, others leave holes between what stays.
 */
export const memoryEnvironment = {
  // The desk is one thread: what its helpers hold apart would be held twice.
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '65536',
  MALLOC_MMAP_THRESHOLD_: '32768',
}
