import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Unready } from '@vesper/sync/vesper/records/file.ts'
import type { KindWith } from '@vesper/sync/vesper/records/things.ts'
import { requireActor } from '../../../../infra/database/require-actor.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { noThing } from '../../../../infra/things/find-thing.ts'
import { grantEntitlement } from '../../../people/grants/commands.ts'
import { takeCharge } from './take.ts'
import type { Taken } from './take.ts'
import { tellCreator } from './tell-creator.ts'

const unreadyTexts: Readonly<Record<Unready, string>> = {
  processing: 'This is still being prepared. You can buy it when it can be seen. Nothing was charged.',
  failed: 'A file of this could not be read, so it is not for sale. Nothing was charged.',
}

type Purchase = { _id: string; type: KindWith<'buy'>; targetId: string; price: number }

/**
 * Buys a thing, which opens it on every device of the buyer. Refuses as `not-found` what the actor cannot see, as
 * `conflict` what is open to them already or holds nothing that they have not, costs something else than `price` or cannot be seen yet, and whatever
 * `takeCharge` refuses.
 */
export async function buy(tx: Tx, { _id: id, type, targetId, price }: Purchase): Promise<Taken> {
  const { userId } = requireActor(tx)
  const thing = tx.app.domains.things.get(type)
  const row = await thing?.lock?.(tx, targetId)
  if (!thing || !row) throw noThing(tx.app, type)
  const performerId = thing.owner(row)
  const taken = await takeCharge(tx, { id, type, targetId, performerId, tokens: price }, async () => {
    const { access } = await thing.access(tx, { userId, now: tx.now }, row)
    if (access === 'hidden') throw noThing(tx.app, type)
    if (access === 'open') throw new Refusal('conflict', 'You own this already.')
    const asked = thing.price?.(row) ?? null
    if (asked === null) throw new Refusal('conflict', 'This is not for sale.')
    if (asked !== price) {
      const text = 'The price has changed. Nothing was charged.'
      throw new Refusal('conflict', text, [{ path: 'price', message: String(asked) }])
    }
    if (await thing.ownsAll?.(tx, userId, row)) throw new Refusal('conflict', 'You own this already.')
    const unready = (await thing.unready?.(tx, row)) ?? null
    if (unready !== null) throw new Refusal('conflict', unreadyTexts[unready])
  })
  if (taken.isNew) {
    await grantEntitlement(tx, { userId, performerId, objectType: type, objectId: targetId, source: 'purchase' })
    await tellCreator.sale(tx, taken.charge, { type, id: targetId })
  }
  return taken
}
