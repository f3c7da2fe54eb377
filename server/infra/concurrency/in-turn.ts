const turns = new Map<string, Promise<void>>()

/**
 * Runs `work` once all earlier work under the same key is done, within this process. Waiting here costs nothing; waiting
 * for a row lock holds a database connection each, and a device that repeats itself would take them all.
 */
export async function inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const before = turns.get(key) ?? Promise.resolve()
  const result = before.then(work)
  const turn = result.then(
    () => {},
    () => {},
  )
  turns.set(key, turn)
  try {
    return await result
  } finally {
    if (turns.get(key) === turn) turns.delete(key)
  }
}
