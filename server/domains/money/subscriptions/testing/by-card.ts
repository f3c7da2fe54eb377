import { expect } from 'vitest'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { Post } from '../../../content/posts/entity.ts'
import { postAccess } from '../../../content/posts/viewed-post.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { PaymentOrder } from '../../payments/orders/entity.ts'
import type { Subscribing } from '../purchase/begin.ts'
import { chargeRenewalJob } from '../renewal/renew-by-card.ts'
import { renewDue } from '../renewal/renew.ts'
import { purchaseOf } from './subscribe.ts'

/** Buys a month at 5.00 by card through REST; without a card id, on the pay page. */
export function buyByCard(
  server: TestServer,
  { token }: Person,
  { to, ...edit }: { to: Person } & Partial<Subscribing>,
) {
  const body = purchaseOf(to.id, { source: 'card', ...edit })
  return call(server, 'POST /payment/subscribe/performers', { token, body })
}

/** The sandbox of the server. */
export function sandboxOf({ app }: TestServer) {
  const { sandbox } = app.payments
  if (!sandbox) throw new Error('the test needs the sandbox')
  return sandbox
}

/** Delivers the provider's events and waits until the jobs have followed all of them. */
export async function quiet(server: TestServer): Promise<void> {
  await sandboxOf(server).deliver()
  const left = async () => {
    const [row] = await server.app.orm.em.execute<{ left: number }[]>(
      `select count(*)::int as left from pgboss.job where name like 'payments.follow-event%' and state < 'completed'`,
    )
    return row?.left
  }
  await expect.poll(left, { timeout: 20_000 }).toBe(0)
}

/** Renews all that is due as the jobs do: the orders first, then the charges that they ask for. */
export async function renewByCard({ app }: TestServer): Promise<void> {
  await renewDue(app)
  const where = { kind: 'subscription', status: 'created', isRenewal: true } as const
  for (const { id } of await app.orm.em.fork().find(PaymentOrder, where))
    await chargeRenewalJob.run(app, { orderId: id }, new AbortController().signal)
}

/** Payments of a customer's orders that the provider has taken in full. */
export async function takenFrom({ app }: TestServer, { id }: Person): Promise<number> {
  const orders = await app.orm.em.fork().find(PaymentOrder, { userId: id }, { fields: ['id'] })
  const rows = await app.orm.em.execute<unknown[]>(
    `select 1 from sandbox_gateway.object where kind = 'payment_intent' and data->>'status' = 'succeeded'
       and data->'metadata'->>'reference' = any(?::text[])`,
    [`{${orders.map((order) => order.id).join()}}`],
  )
  return rows.length
}

/** Tells if a post is open to the account at this moment of the server. */
export async function seesPost({ app }: TestServer, { id }: Person, postId: string): Promise<boolean> {
  const em = app.orm.em.fork()
  const post = await em.findOneOrFail(Post, { id: postId })
  return (await postAccess(em, { userId: id, now: app.clock() }, post)) === 'open'
}
