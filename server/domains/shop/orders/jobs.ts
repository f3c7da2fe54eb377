import type { App } from '../../../app.ts'
import { openToOthers } from '../../../content/open-to-others.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import type { RecurringJob } from '../../../infra/jobs/job.ts'
import { workThrough } from '../../../infra/jobs/work-through.ts'
import { joinAccount } from '../../people/accounts/account-sql.ts'
import { Order } from './entity.ts'
import { cancelOrder } from './fulfilment/cancel-order.ts'
import { completeOrder } from './fulfilment/order-steps.ts'
import { lockOrder } from './lock-order.ts'
import type { Locked } from './lock-order.ts'
import { after, DAYS, dueOf } from './machine.ts'
import { moveOrder } from './move-order.ts'
import { askStaff } from './refunds/requests.ts'

const BATCH = 200

/**
 * Takes the steps that time takes: a parcel counts as delivered, an order as complete, a silent seller's request goes to
 * staff.
 */
export const followOrdersJob: RecurringJob = {
  kind: 'recurring',
  name: 'orders.follow',
  everySeconds: 300,
  async run(app, signal) {
    while (!signal.aborted && (await followOrders(app)) === BATCH);
  },
}

/** Cancels what creators who are closed to others have not sent yet. */
export const cancelClosedJob: RecurringJob = {
  kind: 'recurring',
  name: 'orders.cancel-closed',
  everySeconds: 900,
  async run(app, signal) {
    while (!signal.aborted && (await cancelOfClosed(app)) === BATCH);
  },
}

/** Takes the steps that are due, the earliest first; answers how many orders went well. */
export async function followOrders(app: App): Promise<number> {
  const due = await app.orm.em
    .fork()
    .find(
      Order,
      { dueAt: { $lte: app.clock() } },
      { fields: ['id'], orderBy: { dueAt: 'asc', id: 'asc' }, limit: BATCH },
    )
  return workThrough(app, due, { work: ({ id }) => transact(app, null, (tx) => follow(tx, id)) })
}

async function follow(tx: Tx, id: string): Promise<void> {
  const locked = await lockOrder(tx, { id })
  // Looked at again under the lock: somebody may have taken the step.
  if (!locked || locked.order.dueAt == null || locked.order.dueAt > tx.now) return
  const { order, request } = locked
  if (request?.state === 'open' && isPast(tx, request.answerBy)) {
    await askStaff(tx, locked, { by: 'system' })
  } else if (order.fulfilment === 'shipped' && isOver(tx, order.shippedAt, DAYS.delivered)) {
    moveOrder(tx, locked, { event: 'receive', by: 'system' })
  } else if (order.fulfilment === 'delivered' && isOver(tx, order.deliveredAt, DAYS.completed)) {
    await completeOrder(tx, locked, 'system')
  } else if (isOver(tx, order.completedAt, DAYS.address)) {
    hideAddress(tx, locked)
  } else {
    order.dueAt = dueOf(order, request)
  }
}

/** The devices of the seller drop where it went. */
function hideAddress(tx: Tx, { order, request }: Locked): void {
  Object.assign(order, { isAddressShown: false, updatedAt: tx.now })
  order.dueAt = dueOf(order, request)
}

/** Cancels what closed creators owe; answers how many orders went well. */
export async function cancelOfClosed(app: App): Promise<number> {
  const owed = await app.orm.em.fork().execute<{ id: string }[]>(
    `select o.id from "order" o ${joinAccount('u', 'o.performer_id')}
     where o.fulfilment in ('new', 'processing') and not ${openToOthers('u')} order by o.id limit ?`,
    [BATCH],
  )
  const cancel = ({ id }: { id: string }) =>
    transact(app, null, async (tx) => {
      const locked = await lockOrder(tx, { id })
      const isOwed = locked?.order.fulfilment === 'new' || locked?.order.fulfilment === 'processing'
      if (locked && isOwed) await cancelOrder(tx, locked, { by: 'system', reason: 'The creator has closed the shop.' })
    })
  return workThrough(app, owed, { work: cancel })
}

function isPast({ now }: Tx, time: Date | null | undefined): boolean {
  return time != null && time <= now
}

function isOver({ now }: Tx, since: Date | null | undefined, days: number): boolean {
  return since != null && after(since, days) <= now
}
