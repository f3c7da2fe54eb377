import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { requireActor } from '../../../../infra/database/require-actor.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { grantEntitlement } from '../../../people/grants/commands.ts'
import { sold } from './sold.ts'
import type { SoldType } from './sold.ts'
import { takeCharge } from './take.ts'
import type { Taken } from './take.ts'

type Purchase = { _id: string; type: SoldType; targetId: string; price: number }

/**
 * Buys a thing, which opens it on every device of the buyer. Refuses as `not-found` what the actor cannot see, as
 * `conflict` what is open to them already or costs something else than `price`, and whatever `takeCharge` refuses.
 */
export async function buy(tx: Tx, { _id: id, type, targetId, price }: Purchase): Promise<Taken> {
  const { userId } = requireActor(tx)
  const { missing, find } = sold[type]
  const found = await find(tx, targetId)
  if (!found) throw new Refusal('not-found', missing)
  const { performerId } = found
  const taken = await takeCharge(tx, { id, type, targetId, performerId, tokens: price }, async () => {
    const offer = await found.offerTo({ userId, now: tx.now })
    if (offer.access === 'hidden') throw new Refusal('not-found', missing)
    if (offer.access === 'open') throw new Refusal('conflict', 'You own this already.')
    if (offer.price === null) throw new Refusal('conflict', 'This is not for sale.')
    if (offer.price !== price) {
      const text = 'The price has changed. Nothing was charged.'
      throw new Refusal('conflict', text, [{ path: 'price', message: String(offer.price) }])
    }
  })
  if (taken.isNew) {
    await grantEntitlement(tx, { userId, performerId, objectType: type, objectId: targetId, source: 'purchase' })
  }
  return taken
}
