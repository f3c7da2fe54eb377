import { DeskChargeList, DeskChargeQuery, DeskRefund } from '@vesper/sync/vesper/api/desk-money.ts'
import { Done, uuid } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import { transact } from '../../../../infra/database/transaction.ts'
import { route } from '../../../../infra/http/route.ts'
import type { Route } from '../../../../infra/http/route.ts'
import { chargePage } from './charge-page.ts'
import { refundAlone } from './refund-approval.ts'

const tag = 'Desk'

const chargesRoute = route({
  method: 'GET',
  path: '/desk/charges',
  who: 'staff',
  needs: 'refunds.make',
  tag,
  summary: 'The payments to creators, the latest first',
  query: DeskChargeQuery,
  answer: DeskChargeList,
  async handle({ app, query }) {
    const { currency } = await app.settings.read()
    return chargePage(app.orm.em.fork(), query, currency)
  },
})

const refundRoute = route({
  method: 'POST',
  path: '/desk/charges/{id}/refund',
  who: 'staff',
  needs: 'refunds.make',
  fresh: 300,
  tag,
  summary: 'Give a part of a payment back to the wallet or the card that paid; much needs a second person',
  params: v.object({ id: v.pipe(uuid, v.toLowerCase()) }),
  body: DeskRefund,
  answer: Done,
  async handle({ app, actor, params: { id: chargeId }, body: { _id: key, ...asked } }) {
    await transact(app, actor, (tx) => refundAlone(tx, { chargeId, key, ...asked }))
    return { success: true as const }
  },
})

export const deskPaymentRoutes: Route[] = [chargesRoute, refundRoute]
