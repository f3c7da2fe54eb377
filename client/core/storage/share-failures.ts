/**
 * Why something shared is not kept: the storage failed, the session could not be read, it is too large, it has too many files, or
 * too many items wait already. `worker`: the server got it, since no service worker was there, and keeps nothing.
 */
export const shareFailures = ['storage', 'session', 'size', 'files', 'waiting', 'worker'] as const
export type ShareFailure = (typeof shareFailures)[number]
