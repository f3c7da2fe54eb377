import { vi } from 'vitest'

/** As long as `expect.poll` waits. */
const PATIENCE_MS = 15_000
const { waitFor } = vi

/** Vitest has no setting for how long `vi.waitFor` waits, and its one second is short on a busy machine. */
const waitPatiently: typeof waitFor = (callback, options = {}) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options })

// Where tests share their modules, this file runs once for each of their files.
if (waitFor.name !== waitPatiently.name) vi.waitFor = waitPatiently
