import { Charge, ChargeList, ChargeQuery, PurchaseBody, TipBody } from '@vesper/sync/vesper/api/charges.ts'
import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import { kindsWith, things } from '@vesper/sync/vesper/records/things.ts'
import * as v from 'valibot'
import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Actor, Tx } from '../../../infra/database/transaction.ts'
import { route } from '../../../infra/http/route.ts'
import type { Limit, Route } from '../../../infra/http/route.ts'
import { buy } from './charges/buy.ts'
import { chargePage, picturesOf, sidesOf, titlesOf } from './charges/queries.ts'
import type { Taken } from './charges/take.ts'
import { tip } from './charges/tip.ts'
import { chargeView } from './charges/views.ts'

const tag = 'Wallet'
const charges: Limit[] = [{ points: 30, seconds: 60, by: 'account' }]
const ById = v.object({ id: v.pipe(uuid, v.toLowerCase()) })

const tipRoute = route({
  method: 'POST',
  path: '/wallet/charges/tip/{id}',
  who: 'user',
  limits: charges,
  tag,
  summary: 'Give tokens to a creator; the same `_id` again is the same tip',
  params: ById,
  body: TipBody,
  answer: Charge,
  status: 201,
  handle: ({ app, actor, params, body, foundAgain }) =>
    taken({ app, actor, foundAgain }, (tx) => tip(tx, { ...body, performerId: params.id })),
})

const purchaseRoutes = kindsWith('buy').map((type) =>
  route({
    method: 'POST',
    path: `/wallet/charges/${type}/{id}`,
    who: 'user',
    limits: charges,
    tag,
    summary: `Buy a ${things[type].name} at the price that was seen; the same \`_id\` again is the same purchase`,
    params: ById,
    body: PurchaseBody,
    answer: Charge,
    status: 201,
    handle: ({ app, actor, params, body, foundAgain }) =>
      taken({ app, actor, foundAgain }, (tx) => buy(tx, { ...body, type, targetId: params.id })),
  }),
)

const chargesRoute = route({
  method: 'GET',
  path: '/wallet/charges/search',
  who: 'user',
  tag,
  summary: 'What the account has paid from its wallet, the latest first',
  query: ChargeQuery,
  answer: ChargeList,
  async handle({ app, actor, query }) {
    const { currency } = await app.settings.read()
    const em = app.orm.em.fork()
    const page = await chargePage(em, actor.userId, query)
    const titles = await titlesOf({ app, em }, page.charges)
    const pictures = await picturesOf({ app, em }, actor.userId, page.charges)
    const view = page.charges.map((charge) => {
      const named = { performer: page.sideOf(charge.performerId), title: titles.get(charge.targetId) }
      const shown = { ...named, picture: pictures.get(charge.targetId) ?? null }
      return chargeView(charge, shown, currency)
    })
    return { data: view, total: page.total, next: page.next }
  },
})

export const moneyRoutes: Route[] = [tipRoute, ...purchaseRoutes, chargesRoute]

async function taken(
  { app, actor, foundAgain }: { app: App; actor: Actor; foundAgain: () => void },
  take: (tx: Tx) => Promise<Taken>,
): Promise<v.InferInput<typeof Charge>> {
  const { charge, balance, isNew } = await transact(app, actor, take)
  if (!isNew) foundAgain()
  const em = app.orm.em.fork()
  const [{ currency }, sideOf, titles] = await Promise.all([
    app.settings.read(),
    sidesOf(em, [charge.performerId]),
    titlesOf({ app, em }, [charge]),
  ])
  return {
    ...chargeView(charge, { performer: sideOf(charge.performerId), title: titles.get(charge.targetId) }, currency),
    balance,
  }
}
