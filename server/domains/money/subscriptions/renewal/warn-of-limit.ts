import type { App } from '../../../../app.ts'
import { lock } from '../../../../infra/database/lock.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { workThroughDue } from '../../../../infra/jobs/work-through.ts'
import { Performer } from '../../../people/performers/entity.ts'
import { offerOf } from '../../../people/performers/offer.ts'
import { clockOf, clockSql } from '../clock.ts'
import { Subscription } from '../entity.ts'
import { sendBeyondLimit } from '../mails.ts'
import { renewalPrice } from '../prices/offer.ts'
import { tellOfSubscription } from '../tell-of-subscription.ts'
import { daysAfter } from '../terms.ts'
import { passesLimit } from './passes-limit.ts'

/** Fans hear so many days before of a renewal that passes one of their limits. */
const WARNING_DAYS = 3
const BATCH = 200

type Due = Pick<Subscription, 'id' | 'userId'>

/** Tells fans of renewals within three days that pass a limit of theirs, each once; answers how many it looked at. */
export function warnOfLimits(app: App, signal?: AbortSignal): Promise<number> {
  const seen: string[] = []
  const find = async (except: string[]): Promise<Due[]> => {
    const now = app.clock()
    const end = daysAfter(now, WARNING_DAYS)
    const ids = `{${[...seen, ...except].join()}}`
    const found = await app.orm.em.fork().execute<Due[]>(NEAR, [now, end, ids, BATCH])
    seen.push(...found.map(({ id }) => id))
    return found
  }
  const work = (due: Due) => transact(app, null, (tx) => warn(tx, due))
  return workThroughDue(app, { find, idOf: ({ id }) => id, work, signal })
}

async function warn(tx: Tx, { id, userId }: Due): Promise<void> {
  await lock(tx, 'subscription', userId)
  const subscription = await tx.em.findOne(Subscription, { id, endedAt: null, autoRenew: true })
  if (!subscription) return
  const { performerId, paidThrough, dueAt } = subscription
  const at = (await clockOf(tx, subscription)).moved(dueAt)
  const performer = await tx.em.findOneOrFail(Performer, { userId: performerId })
  const price = renewalPrice(subscription, offerOf(performer), await tx.app.settings.readIn(tx))
  if (!price || !(await passesLimit(tx, subscription, { price, at }))) return
  subscription.limitToldFor = paidThrough
  await sendBeyondLimit(tx, subscription, price)
  await tellOfSubscription(tx, subscription, { step: 'beyond-limit' })
  await tx.em.flush()
}

const NEAR = `select s.id, s.user_id as "userId" from subscription s join budget b on b.user_id = s.user_id,
    (select ?::timestamptz as at, ?::timestamptz as until) moment
  where s.ended_at is null and s.auto_renew and s.price > 0
    and s.due_at > ${clockSql('moment.at')} and s.due_at <= ${clockSql('moment.until')}
    and s.limit_told_for is distinct from s.paid_through and s.id <> all(?::uuid[])
  order by s.due_at, s.id limit ?`
