import type { App } from '../../app.ts'

/**
 * Does the same to each row in turn, until the job is told to stop; answers how many went well. One that fails stops no
 * other.
 */
export async function workThrough<Row>(
  { log }: Pick<App, 'log'>,
  rows: readonly Row[],
  { work, signal }: { work: (row: Row) => Promise<unknown>; signal?: AbortSignal | undefined },
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

type DueWork<Row> = {
  /** The next rows to work on, without those of `except`. Rows that went well are no longer found. */
  find: (except: string[]) => Promise<readonly Row[]>
  idOf: (row: Row) => string
  work: (row: Row) => Promise<unknown>
  signal?: AbortSignal | undefined
}

/**
 * Does the same to all rows that are due, until the job is told to stop; answers how many went well. A row that fails is set
 * aside until the next run, and holds up no other: neither of its batch nor behind it.
 */
export async function workThroughDue<Row>(
  app: Pick<App, 'log'>,
  { find, idOf, work, signal }: DueWork<Row>,
): Promise<number> {
  const [done, failed] = [new Set<string>(), new Set<string>()]
  for (;;) {
    signal?.throwIfAborted()
    const rows = (await find([...failed])).filter((row) => !done.has(idOf(row)))
    if (rows.length === 0) break
    const each = async (row: Row) => {
      // Before the work: a row that fails is not looked at again.
      failed.add(idOf(row))
      await work(row)
      failed.delete(idOf(row))
      done.add(idOf(row))
    }
    await workThrough(app, rows, { work: each, signal })
  }
  if (failed.size > 0) app.log.error({ rows: [...failed], count: failed.size }, 'rows of a job were set aside')
  return done.size
}
