import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { workThrough } from '../../../infra/jobs/work-through.ts'
import { endStream, lockStream } from './commands.ts'
import { ownRooms } from './own-rooms.ts'

/** The server of a stream that was not heard of for so long is dead, in milliseconds. */
export const DEAD_MS = 20_000

/**
 * Ends streams of servers that are gone; answers how many. `aloneSince`: no other server has run since that moment, so that
 * every stream last heard of before it, and without a room here, is one of those. A stream that begins has a row before it has
 * a room.
 */
export async function sweepStreams(app: App, { aloneSince }: { aloneSince?: Date } = {}): Promise<number> {
  const before = aloneSince ?? new Date(app.clock().getTime() - DEAD_MS)
  const rows = await app.orm.em
    .fork()
    .execute<{ id: string }[]>(
      `select id from stream where status <> 'ended' and updated_at < ? and id <> all(?::uuid[]) order by id`,
      [before, `{${[...ownRooms(app).keys()].join()}}`],
    )
  return workThrough(app, rows, {
    work: ({ id }) =>
      transact(app, null, async (tx) => {
        const stream = await lockStream(tx, id)
        // A server that only stalled has spoken meanwhile.
        if (stream.updatedAt < before) await endStream(tx, { id, reason: 'crash' })
      }),
  })
}
