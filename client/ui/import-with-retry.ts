const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 60_000

/** Resolves to what `load` brings. A failed load is repeated when the connection is back, and from time to time. */
export async function importWithRetry<Loaded>(load: () => Promise<Loaded>, pauseMs = FIRST_PAUSE_MS): Promise<Loaded> {
  try {
    return await load()
  } catch (error) {
    console.warn(error)
    await new Promise((resolve) => {
      setTimeout(resolve, pauseMs)
      addEventListener('online', resolve, { once: true })
    })
    return importWithRetry(load, Math.min(pauseMs * 2, LONGEST_PAUSE_MS))
  }
}
