import { SUBSCRIPTION_CONSENT } from '@vesper/sync/vesper/api/subscriptions.ts'
import type { App } from '../../app.ts'
import { centsOf } from '../../domains/money/money/cents.ts'
import { buy } from '../../domains/money/money/charges/buy.ts'
import { tip } from '../../domains/money/money/charges/tip.ts'
import { PaymentOrder } from '../../domains/money/payments/orders/entity.ts'
import { topUpKind } from '../../domains/money/payments/top-ups/kind.ts'
import { setPrices } from '../../domains/money/subscriptions/prices/set-prices.ts'
import { subscribe } from '../../domains/money/subscriptions/purchase/subscribe.ts'
import { User } from '../../domains/people/accounts/entity.ts'
import { transact } from '../../infra/database/transaction.ts'
import type { Tx } from '../../infra/database/transaction.ts'
import { actingAs, must } from '../find-demo-rows.ts'
import { worldCreators } from './creators.ts'
import { planMoney, pricesOf } from './plan-money.ts'
import type { MoneyEvent } from './plan-money.ts'
import { planFollows } from './plan-reactions.ts'
import type { World } from './read-world.ts'

type Account = Pick<User, 'id' | 'isPerformer'>

const MINUTE_MS = 60_000
const BATCH = 25
const OFFERED_DAYS = 335
/** One creator has free subscribers, too. */
const FREE_CREATOR = 'nightbus'

/**
 * Moves the money of a year by the commands that move it for people, each at its time before `start`. The files that are
 * sold (`soldFileIds`) must be ready. Cut off at any moment, the next call goes on: each event has its id. Throws the
 * reason of `signal` when it aborts.
 */
export async function seedMoney(app: App, world: World, { start, signal }: { start: Date; signal: AbortSignal }) {
  const events = planMoney(world, planFollows())
  const users = await app.orm.em.fork().find(User, {}, { fields: ['id', 'username', 'isPerformer'] })
  const accounts = new Map(users.map((user) => [user.username ?? '', user]))
  await offerSubscriptions(app, accounts, start)
  for (let from = 0; from < events.length; from += BATCH) {
    signal.throwIfAborted()
    await transact(app, null, async (tx) => {
      for (const event of events.slice(from, from + BATCH)) {
        const now = new Date(start.getTime() - event.minutesAgo * MINUTE_MS)
        await move({ ...tx, now, actor: actingAs(must(accounts.get(event.fan))) }, event, accounts)
        await tx.em.flush()
      }
    })
  }
}

async function offerSubscriptions(app: App, accounts: ReadonlyMap<string, Account>, start: Date): Promise<void> {
  const now = new Date(start.getTime() - OFFERED_DAYS * 1440 * MINUTE_MS)
  await transact(app, null, async (tx) => {
    for (const { username } of worldCreators) {
      const actor = actingAs(must(accounts.get(username)))
      await setPrices({ ...tx, now, actor }, { prices: pricesOf(username), isFree: username === FREE_CREATOR })
    }
  })
}

async function move(tx: Tx, event: MoneyEvent, accounts: ReadonlyMap<string, Account>): Promise<void> {
  if (event.kind === 'top-up') await topUp(tx, { ...event, userId: must(accounts.get(event.fan)).id })
  else if (event.kind === 'tip') {
    const performerId = must(accounts.get(event.creator)).id
    await tip(tx, { _id: event.id, performerId, tokens: event.tokens, message: event.message })
  } else if (event.kind === 'subscribe') {
    const { id: _id, type, price } = event
    const term = { type, price, source: 'wallet', consent: SUBSCRIPTION_CONSENT } as const
    await subscribe(withoutMail(tx), { _id, performerId: must(accounts.get(event.creator)).id, ...term })
  } else {
    const { id: _id, type, targetId, tokens: price } = event
    await buy(tx, { _id, type, targetId, price })
  }
}

/** Past the provider, who has no such payment; what follows from one is the same. */
export async function topUp(
  tx: Tx,
  { id, userId, tokens, bonus }: { id: string; userId: string; tokens: number; bonus: number },
): Promise<void> {
  if ((await tx.em.count(PaymentOrder, { id })) > 0) return
  const { tokenValue, currency } = await tx.app.settings.readIn(tx)
  const tokenCents = Number(centsOf(tokenValue))
  const [amount, terms] = [tokens * tokenCents, { tokens, bonus, tokenCents }]
  const order = tx.em.create(PaymentOrder, {
    ...{
      id,
      userId,
      kind: 'top-up',
      amount,
      currency,
      title: `${tokens + bonus} tokens`,
      returnPath: '/wallet',
      terms,
    },
    ...{ asked: { amount, terms, cardId: null, couponCode: null }, cardId: null, failure: null, status: 'paid' },
    ...{ checkoutId: null, url: null, paymentId: null, createdAt: tx.now, expiresAt: tx.now, paidAt: tx.now },
  })
  await topUpKind.settle(tx, order)
}

/** Mails of the past are not sent. */
export function withoutMail(tx: Tx): Tx {
  return { ...tx, app: { ...tx.app, mailer: { ...tx.app.mailer, send: () => {} } } }
}
