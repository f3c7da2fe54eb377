import { DecidePayout, DeskPayoutList, DeskPayoutQuery } from '@vesper/sync/vesper/api/desk-money.ts'
import { Done, uuid } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import { transact } from '../../../../infra/database/transaction.ts'
import { route } from '../../../../infra/http/route.ts'
import type { Route } from '../../../../infra/http/route.ts'
import { decidePayout } from './decide-payout.ts'
import type { PayoutDecision } from './decide-payout.ts'
import { payoutPage } from './payout-page.ts'

const tag = 'Desk'

const listRoute = route({
  method: 'GET',
  path: '/desk/payouts',
  who: 'staff',
  needs: 'payouts.decide',
  tag,
  summary: 'The payouts in one state, those that wait unless told',
  query: DeskPayoutQuery,
  answer: DeskPayoutList,
  handle: ({ app, query }) => payoutPage(app.orm.em.fork(), query),
})

export const deskPayoutRoutes: Route[] = [
  listRoute,
  decideRoute('approve', 'Let a payout be paid; a large one needs a second person'),
  decideRoute('reject', 'Refuse a payout; the creator reads the reason'),
  decideRoute('paid', 'Note that the bank has paid a payout'),
  decideRoute('failed', 'Note that the bank has not paid a payout; the creator reads the reason'),
]

function decideRoute(decision: PayoutDecision, summary: string): Route {
  return route({
    method: 'POST',
    path: `/desk/payouts/{id}/${decision}`,
    who: 'staff',
    needs: 'payouts.decide',
    fresh: 300,
    tag,
    summary,
    params: v.object({ id: v.pipe(uuid, v.toLowerCase()) }),
    body: DecidePayout,
    answer: Done,
    async handle({ app, actor, params: { id }, body }) {
      await transact(app, actor, (tx) => decidePayout(tx, { id, decision, asked: body }))
      return { success: true as const }
    },
  })
}
