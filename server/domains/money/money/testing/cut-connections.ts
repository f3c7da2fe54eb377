import { setTimeout } from 'node:timers/promises'
import pg from 'pg'

/** Cuts the connection that runs the `at`th statement from now: before the server has it, or before its answer is read. */
export type Cut = { at: number; when: 'before' | 'after' }

type Query = (this: pg.Client, ...args: unknown[]) => unknown

const HEARD_MS = 20

let left = 0
let when: Cut['when'] = 'before'
let isInstalled = false

/** Has `withCut` see every statement of this process. Called before the first connection is opened. */
export function watchStatements(): void {
  if (isInstalled) return
  isInstalled = true
  const prototype = pg.Client.prototype as unknown as { query: Query; connection: unknown }
  const query = prototype.query
  prototype.query = function cutQuery(this: pg.Client, ...args) {
    const isCut = left > 0 && (left -= 1) === 0
    if (!isCut) return query.apply(this, args)
    if (when === 'before') hangUp(this)
    const answer = query.apply(this, args)
    if (when === 'before' || !(answer instanceof Promise)) return answer
    return answer.finally(() => hangUp(this)).then(() => Promise.reject(new Error('The connection was cut.')))
  }
}

/** Runs `work` with one connection cut in the middle; tells whether so many statements were run at all. */
export async function withCut(cut: Cut, work: () => Promise<unknown>): Promise<boolean> {
  left = cut.at
  when = cut.when
  try {
    await work()
    return left === 0
  } finally {
    left = 0
    // The pool hears a moment later that a connection is gone, and would give it to whoever asks before.
    await setTimeout(HEARD_MS)
  }
}

/** As a process that is killed does: PostgreSQL takes the open transaction back. */
function hangUp(client: pg.Client): void {
  const { stream } = (client as unknown as { connection: { stream: { destroy: () => void } } }).connection
  stream.destroy()
}
