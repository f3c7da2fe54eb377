import type { App } from '../../../../app.ts'
import { lock } from '../../../../infra/database/lock.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { workThroughDue } from '../../../../infra/jobs/work-through.ts'
import { Performer } from '../../../people/performers/entity.ts'
import { offerOf } from '../../../people/performers/offer.ts'
import { clockOf, clockSql } from '../clock.ts'
import { Subscription } from '../entity.ts'
import { sendReminder } from '../mails.ts'
import { renewalPrice } from '../prices/offer.ts'

const BATCH = 200

type Due = Pick<Subscription, 'id' | 'userId'>

/** Reminds subscribers of long terms of what comes next, each once; answers how many. */
export function remindDue(app: App, signal?: AbortSignal): Promise<number> {
  const find = (except: string[]) => app.orm.em.fork().execute<Due[]>(DUE, [app.clock(), `{${except.join()}}`, BATCH])
  const work = (due: Due) => transact(app, null, (tx) => remind(tx, due))
  return workThroughDue(app, { find, idOf: ({ id }) => id, work, signal })
}

async function remind(tx: Tx, { id, userId }: Due): Promise<void> {
  await lock(tx, 'subscription', userId)
  const subscription = await tx.em.findOne(Subscription, { id, remindAt: { $lte: tx.now } })
  if (!subscription?.remindAt || subscription.remindAt > (await clockOf(tx, subscription)).now) return
  subscription.remindAt = null
  const performer = await tx.em.findOneOrFail(Performer, { userId: subscription.performerId })
  const price = renewalPrice(subscription, offerOf(performer), await tx.app.settings.readIn(tx))
  // A free term that renews costs nothing, and is no news.
  if (subscription.type !== 'free' || price === null) await sendReminder(tx, subscription, price)
  await tx.em.flush()
}

const DUE = `select s.id, s.user_id as "userId" from subscription s, (select ?::timestamptz as at) moment
  where s.remind_at <= moment.at and s.remind_at <= ${clockSql('moment.at')} and s.id <> all(?::uuid[])
  order by s.remind_at, s.id limit ?`
