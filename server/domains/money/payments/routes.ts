import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { listQuery } from '@vesper/sync/vesper/api/fields.ts'
import {
  CheckoutAnswer,
  ConfirmAnswer,
  PackageList,
  TopUpBody,
  TransactionList,
} from '@vesper/sync/vesper/api/payments.ts'
import * as v from 'valibot'
import { entityPage } from '../../../infra/http/list.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { centsOf } from '../money/cents.ts'
import { Wallet } from '../money/wallet.ts'
import { PaymentOrder } from './orders/entity.ts'
import { orderKindOf } from './orders/order-kinds.ts'
import { settleCheckout } from './orders/settle.ts'
import { checkoutAnswer, transactionViews } from './orders/views.ts'
import { orderTopUp } from './top-ups/order.ts'

const tag = 'Payments'

const packagesRoute = route({
  method: 'GET',
  path: '/package/token/search',
  who: 'any',
  limits: [{ points: 120, seconds: 60, by: 'account' }],
  tag,
  summary: 'Packages of tokens, the smallest first, and what they cost',
  answer: PackageList,
  async handle({ app }) {
    const { tokenPackages, tokenValue, currency } = await app.settings.read()
    const cents = Number(centsOf(tokenValue))
    const data = tokenPackages
      .map((one) => ({ ...one, amount: one.tokens * cents, currency }))
      .toSorted((a, b) => a.tokens - b.tokens)
    return { data, total: data.length }
  },
})

const topUpRoute = route({
  method: 'POST',
  path: '/payment/wallet/top-up',
  who: 'user',
  limits: [{ points: 20, seconds: 300, by: 'account' }],
  tag,
  summary: 'Begin to buy tokens; answers with the address of the pay page. The same `_id` again is the same order',
  body: TopUpBody,
  answer: CheckoutAnswer,
  async handle({ app, actor, body }) {
    return checkoutAnswer(await orderTopUp(app, actor, body))
  },
})

const confirmRoute = route({
  method: 'GET',
  path: '/stripe/confirm-payment',
  who: 'user',
  limits: [{ points: 60, seconds: 60, by: 'account' }],
  tag,
  summary: 'How a payment stands, asked at the provider; a paid one is in the wallet afterwards',
  query: v.object({ checkoutId: v.pipe(v.string(), v.maxLength(255), v.regex(/^[\w-]+$/, 'This is no checkout')) }),
  answer: ConfirmAnswer,
  async handle({ app, actor, query }) {
    const own = await app.orm.em.fork().findOne(PaymentOrder, { checkoutId: query.checkoutId, userId: actor.userId })
    if (!own) throw new Refusal('not-found', 'There is no such payment.')
    const order = (await settleCheckout(app, query.checkoutId)) ?? own
    const { tokens = null, subscriptionId = null } = orderKindOf(app, order).describe(order)
    const wallet = await app.orm.em.fork().findOne(Wallet, { userId: actor.userId })
    return { kind: order.kind, status: order.status, tokens, subscriptionId, balance: wallet?.balance ?? 0 }
  },
})

const transactionsRoute = route({
  method: 'GET',
  path: '/payment/transactions/user/search',
  who: 'user',
  tag,
  summary: 'The account’s payments at the provider, the latest first',
  query: v.omit(listQuery(['createdAt', 'updatedAt']), ['q']),
  answer: TransactionList,
  async handle({ app, actor, query }) {
    // A payment is listed by when it began: `updatedAt`, which every list takes, is the same.
    const [em, where] = [app.orm.em.fork(), { userId: actor.userId }]
    const { rows, total } = await entityPage(em, { entity: PaymentOrder, where }, { ...query, sortBy: 'createdAt' })
    return { data: await transactionViews(app, em, rows), total }
  },
})

export const paymentRoutes: Route[] = [packagesRoute, topUpRoute, confirmRoute, transactionsRoute]
