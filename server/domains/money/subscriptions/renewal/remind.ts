import type { App } from '../../../../app.ts'
import { lock } from '../../../../infra/database/lock.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import { Performer } from '../../../people/performers/entity.ts'
import { offerOf } from '../../../people/performers/offer.ts'
import { Subscription } from '../entity.ts'
import { sendReminder } from '../mails.ts'
import { renewalPrice } from '../prices/offer.ts'

const BATCH = 200

/** Reminds subscribers of long terms of what comes next, each once; answers how many it looked at. */
export async function remindDue(app: App): Promise<number> {
  const due = await app.orm.em
    .fork()
    .find(
      Subscription,
      { remindAt: { $lte: app.clock() } },
      { fields: ['id', 'userId'], orderBy: { remindAt: 'asc', id: 'asc' }, limit: BATCH },
    )
  for (const { id, userId } of due) {
    await transact(app, null, async (tx) => {
      await lock(tx, 'subscription', userId)
      const subscription = await tx.em.findOne(Subscription, { id, remindAt: { $lte: tx.now } })
      if (!subscription) return
      subscription.remindAt = null
      const performer = await tx.em.findOneOrFail(Performer, { userId: subscription.performerId })
      const price = renewalPrice(subscription, offerOf(performer), await tx.app.settings.readIn(tx))
      // A free term that renews costs nothing, and is no news.
      if (subscription.type !== 'free' || price === null) await sendReminder(tx, subscription, price)
      await tx.em.flush()
    })
  }
  return due.length
}
