import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import { OwnPerformer, UpdatePerformer } from '@vesper/sync/vesper/api/performers.ts'
import * as v from 'valibot'
import { transact } from '../../../../infra/database/transaction.ts'
import { route } from '../../../../infra/http/route.ts'
import { whileProofHolds } from '../../../people/accounts/passwords/change-password.ts'
import { prepareAccountUpdate, updateAccount } from '../../../people/accounts/profile/account-update.ts'
import { setSellerKind, updatePerformer } from '../../../people/performers/commands.ts'
import { ownPerformer } from '../../../people/performers/own-performer.ts'
import { setPrices } from './set-prices.ts'

/** The route lies here because a change of the page may change the prices of subscriptions too. */
export const updatePerformerRoute = route({
  method: 'PUT',
  path: '/performers/{id}',
  who: 'owner',
  limits: [{ points: 60, seconds: 300, by: 'account' }],
  tag: 'Performers',
  summary: 'Change the own page, the profile, the prices or the password',
  params: v.object({ id: uuid }),
  body: UpdatePerformer,
  answer: OwnPerformer,
  async handle({ app, actor, params, body }) {
    // The answer is the same whether or not such another creator exists.
    if (params.id.toLowerCase() !== actor.userId) throw new Refusal('forbidden', 'Forbidden in the action!')
    const { password, passwordForm, source, sourceForm, prices, isFree, sellerKind, ...changes } = body
    return whileProofHolds(async () => {
      const proven = await prepareAccountUpdate(app, actor, { password, passwordForm, source, sourceForm })
      return transact(app, actor, async (tx) => {
        await updateAccount(tx, proven)
        if (prices !== undefined || isFree !== undefined) await setPrices(tx, { prices, isFree })
        if (sellerKind !== undefined) await setSellerKind(tx, sellerKind)
        const { user, performer } = await updatePerformer(tx, { changes, base: {} })
        return ownPerformer(tx.em, user, performer)
      })
    })
  },
})
