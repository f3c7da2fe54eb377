import type { App } from '../../../../app.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { RecurringJob } from '../../../../infra/jobs/job.ts'
import { workThroughDue } from '../../../../infra/jobs/work-through.ts'
import { refundCharge } from '../../../money/money/charges/refund.ts'
import type { Stream } from '../entity.ts'

/** A stream that was live for less gives back all its tickets, in seconds. */
export const SHORT_SECONDS = 300
/** Tickets that are read at once. */
const BATCH = 100

/** Gives tickets back: those of streams that ended soon, and those of fans whom the creator has blocked. */
export const returnTicketsJob: RecurringJob = {
  kind: 'recurring',
  name: 'streams.return-tickets',
  everySeconds: 60,
  async run(app, signal) {
    await returnTickets(app, signal)
  },
}

/**
 * The tickets that a stream which ends now may owe: `all`, or those of `blocked` fans alone; null where it sold none. It is
 * decided with the end, so that a later count of the seconds changes nothing.
 */
export function ticketsDueOf(
  { kind, access }: Pick<Stream, 'kind' | 'access'>,
  seconds: number,
): NonNullable<Stream['ticketsDue']> | null {
  if (kind !== 'public' || access !== 'paid') return null
  return seconds < SHORT_SECONDS ? 'all' : 'blocked'
}

/**
 * Refunds each ticket that is due to the wallet of its fan, in a transaction of its own. A run that was cut off is resumed by
 * the next one, and no ticket is refunded twice. Answers how many were.
 */
export async function returnTickets(app: App, signal?: AbortSignal): Promise<number> {
  const returned = await workThroughDue(app, {
    find: (except) =>
      app.orm.em
        .fork()
        .execute<{ id: string }[]>(`select c.id ${DUE} and c.id <> all(?::uuid[]) order by c.id limit ?`, [
          `{${except.join()}}`,
          BATCH,
        ]),
    idOf: ({ id }) => id,
    work: ({ id }) => transact(app, null, (tx) => refundCharge(tx, { chargeId: id, ...TICKET, key: `ticket ${id}` })),
    signal,
  })
  await transact(app, null, ({ em }) =>
    em.execute(
      `update stream done set tickets_due = null where done.tickets_due is not null
       and not exists (select 1 ${DUE} and st.id = done.id)`,
    ),
  )
  return returned
}

const TICKET = { reason: 'The ticket of a stream was given back.', event: 'ticket-returned' } as const

/** SQL: the tickets `c` that are due, of the streams `st`. A block that came after the end of a stream takes nothing back. */
const DUE = `from stream st
  join charge c on c.performer_id = st.performer_id and c.created_at >= st.created_at and c.target_id = st.id
  where (st.status <> 'ended' or st.tickets_due is not null) and st.kind = 'public' and st.access = 'paid'
    and c.type = 'stream' and c.status = 'done' and c.order_id is null
    and (st.tickets_due = 'all' or exists (
      select 1 from block b where b.performer_id = st.performer_id and b.user_id = c.fan_id
        and (st.ended_at is null or b.created_at <= st.ended_at)
    ))`
