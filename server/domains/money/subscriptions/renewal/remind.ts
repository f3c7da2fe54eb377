import type { App } from '../../../../app.ts'
import { lock } from '../../../../infra/database/lock.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { workThroughDue } from '../../../../infra/jobs/work-through.ts'
import { Performer } from '../../../people/performers/entity.ts'
import { offerOf } from '../../../people/performers/offer.ts'
import { Subscription } from '../entity.ts'
import { sendReminder } from '../mails.ts'
import { renewalPrice } from '../prices/offer.ts'

const BATCH = 200

type Due = Pick<Subscription, 'id' | 'userId'>

/** Reminds subscribers of long terms of what comes next, each once; answers how many. */
export function remindDue(app: App, signal?: AbortSignal): Promise<number> {
  const find = (except: string[]): Promise<Due[]> =>
    app.orm.em
      .fork()
      .find(
        Subscription,
        { remindAt: { $lte: app.clock() }, id: { $nin: except } },
        { fields: ['id', 'userId'], orderBy: { remindAt: 'asc', id: 'asc' }, limit: BATCH },
      )
  const work = (due: Due) => transact(app, null, (tx) => remind(tx, due))
  return workThroughDue(app, { find, idOf: ({ id }) => id, work, signal })
}

async function remind(tx: Tx, { id, userId }: Due): Promise<void> {
  await lock(tx, 'subscription', userId)
  const subscription = await tx.em.findOne(Subscription, { id, remindAt: { $lte: tx.now } })
  if (!subscription) return
  subscription.remindAt = null
  const performer = await tx.em.findOneOrFail(Performer, { userId: subscription.performerId })
  const price = renewalPrice(subscription, offerOf(performer), await tx.app.settings.readIn(tx))
  // A free term that renews costs nothing, and is no news.
  if (subscription.type !== 'free' || price === null) await sendReminder(tx, subscription, price)
  await tx.em.flush()
}
