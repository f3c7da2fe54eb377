import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import {
  BankingBody,
  CalculateBody,
  Calculation,
  ConnectedAccount,
  ConnectedAccountBody,
  GatewaySettingsBody,
  Payee,
  Payout as PayoutAnswer,
  PayoutBody,
  PayoutChange,
  PayoutList,
  PayoutQuery,
  PendingPayout,
} from '@vesper/sync/vesper/api/payouts.ts'
import * as v from 'valibot'
import { own } from '../../../infra/database/own.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Actor } from '../../../infra/database/transaction.ts'
import { entityPage } from '../../../infra/http/list.ts'
import { route } from '../../../infra/http/route.ts'
import type { Limit, Route } from '../../../infra/http/route.ts'
import { ELEVATED_S } from '../../../infra/sessions/is-elevated.ts'
import { saveBankAccount } from './details/banking.ts'
import { chooseMethod } from './details/choose-method.ts'
import { openGatewayAccount } from './details/gateway-account.ts'
import { earningRoutes } from './earnings/routes.ts'
import { askPayout, changePayout } from './requests/commands.ts'
import { Payout } from './requests/entity.ts'
import { payoutStanding } from './requests/payout-standing.ts'
import { openStates } from './requests/states.ts'
import { calculationView, payeeView, payoutView } from './requests/views.ts'

const tag = 'Payouts'
const writes: Limit[] = [{ points: 20, seconds: 60, by: 'account' }]
const ById = v.object({ id: v.pipe(uuid, v.toLowerCase()) })

const calculateRoute = route({
  method: 'POST',
  path: '/payout-requests/calculate',
  whileSuspended: true,
  who: 'performer',
  limits: [{ points: 60, seconds: 60, by: 'account' }],
  tag,
  summary: 'What can be paid out, what an amount comes to, and what stands against it',
  body: CalculateBody,
  answer: Calculation,
  handle: ({ app, actor, body }) =>
    transact(app, actor, async (tx) => calculationView(await payoutStanding(tx, actor.userId), body.amount)),
})

const askRoute = route({
  method: 'POST',
  path: '/payout-requests',
  whileSuspended: true,
  who: 'performer',
  freshWithFactor: ELEVATED_S,
  limits: writes,
  tag,
  summary: 'Ask for a payout, which holds its amount; the same `_id` again is the same request',
  body: PayoutBody,
  answer: PayoutAnswer,
  status: 201,
  async handle({ app, actor, body, foundAgain }) {
    const { payout, isNew } = await transact(app, actor, (tx) => askPayout(tx, body))
    if (!isNew) foundAgain()
    return payoutView(payout)
  },
})

const changeRoute = route({
  method: 'PUT',
  path: '/payout-requests/{id}',
  whileSuspended: true,
  who: 'performer',
  limits: writes,
  tag,
  summary: 'Change or cancel a request that waits, or ask again after a failure',
  params: ById,
  body: PayoutChange,
  answer: PayoutAnswer,
  handle: async ({ app, actor, params, body }) =>
    payoutView(await transact(app, actor, (tx) => changePayout(tx, params.id, body))),
})

const searchRoute = route({
  method: 'GET',
  path: '/payout-requests/search',
  whileSuspended: true,
  who: 'performer',
  tag,
  summary: 'The creator’s payouts, the latest first',
  query: PayoutQuery,
  answer: PayoutList,
  async handle({ app, actor, query: { status, ...query } }) {
    const where = { performerId: actor.userId, ...(status ? { status } : {}) }
    const { rows, total } = await entityPage(app.orm.em.fork(), { entity: Payout, where }, query)
    return { data: rows.map(payoutView), total }
  },
})

const viewRoute = route({
  method: 'GET',
  path: '/payout-requests/{id}/view',
  whileSuspended: true,
  who: 'performer',
  tag,
  summary: 'One payout',
  params: ById,
  answer: PayoutAnswer,
  handle: async ({ app, actor, params: { id } }) =>
    payoutView(await own({ em: app.orm.em.fork(), actor }, Payout, { id, message: 'There is no such payout.' })),
})

const pendingRoute = route({
  method: 'GET',
  path: '/payout-requests/check/pending-review',
  whileSuspended: true,
  who: 'performer',
  tag,
  summary: 'Whether a payout is under way, and which',
  answer: PendingPayout,
  async handle({ app, actor }) {
    const where = { performerId: actor.userId, status: { $in: [...openStates] } }
    const open = await app.orm.em.fork().findOne(Payout, where)
    return open ? { pending: true, _id: open.id } : { pending: false }
  },
})

const accountRoute = route({
  method: 'POST',
  path: '/stripe/accounts',
  who: 'performer',
  freshWithFactor: ELEVATED_S,
  limits: [{ points: 10, seconds: 60, by: 'account' }],
  tag,
  summary:
    'Open the account for payouts at the provider, with the current password; answers with the address of its form',
  body: ConnectedAccountBody,
  answer: ConnectedAccount,
  async handle({ app, actor, body }) {
    const { isReady, url } = await openGatewayAccount(app, actor, body)
    return { status: isReady ? ('ready' as const) : ('onboarding' as const), url }
  },
})

const bankingRoute = route({
  method: 'PUT',
  path: '/performers/{id}/banking-settings',
  whileSuspended: true,
  who: 'performer',
  freshWithFactor: ELEVATED_S,
  limits: [{ points: 10, seconds: 300, by: 'account' }],
  tag,
  summary: 'Store the bank account for payouts, with the current password; only its last digits are ever told',
  params: ById,
  body: BankingBody,
  answer: Payee,
  async handle({ app, actor, params, body }) {
    requireSelf(actor, params.id)
    return payeeView(await saveBankAccount(app, actor, body))
  },
})

const methodRoute = route({
  method: 'PUT',
  path: '/performers/{id}/payment-gateway-settings',
  whileSuspended: true,
  who: 'performer',
  freshWithFactor: ELEVATED_S,
  limits: writes,
  tag,
  summary: 'Choose where payouts go; another method than before takes the current password',
  params: ById,
  body: GatewaySettingsBody,
  answer: Payee,
  async handle({ app, actor, params, body }) {
    requireSelf(actor, params.id)
    return payeeView(await chooseMethod(app, actor, body))
  },
})

// `/check/pending-review` comes before the paths that take an id.
export const payoutRoutes: Route[] = [
  ...earningRoutes,
  ...[calculateRoute, searchRoute, pendingRoute, viewRoute, askRoute, changeRoute],
  ...[accountRoute, bankingRoute, methodRoute],
]

/** The answer is the same whether or not such another creator exists. */
function requireSelf({ userId }: Actor, id: string): void {
  if (id !== userId) throw new Refusal('forbidden', 'Forbidden in the action!')
}
