import type { App } from '../../app.ts'

/**
 * Does the same to each row in turn, until the job is told to stop; answers how many went well. One that fails stops no
 * other.
 */
export async function workThrough<Row>(
  { log }: Pick<App, 'log'>,
  rows: readonly Row[],
  { work, signal }: { work: (row: Row) => Promise<unknown>; signal?: AbortSignal },
): Promise<number> {
  let done = 0
  for (const row of rows) {
    signal?.throwIfAborted()
    try {
      await work(row)
      done += 1
    } catch (error) {
      log.error({ err: error }, 'one row of a job failed; the others go on')
    }
  }
  return done
}
