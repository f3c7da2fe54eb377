import { randomUUID } from 'node:crypto'
import { LIST_TOTAL_MAX } from '@vesper/sync/vesper/api/fields.ts'
import { SUBSCRIBER_GROUPS } from '@vesper/sync/vesper/api/subscriptions.ts'
import { expect } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { test } from '../../../testing/fixtures.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { Subscription } from './entity.ts'

const DAY_MS = 86_400_000

function subscribe({ em, now }: Tx, performerId: string, { type = 'monthly', months = 1 } = {}) {
  const end = new Date(now.getTime() + 30 * DAY_MS)
  return em.create(Subscription, {
    ...{ id: randomUUID(), userId: randomUUID(), performerId, type: type as 'monthly', price: 500, currency: 'USD' },
    ...{ status: 'active', autoRenew: true, anchor: now, months, paidThrough: end, accessUntil: end, dueAt: end },
    ...{ createdAt: now, updatedAt: now },
  })
}

async function totals(server: TestServer, token: string) {
  const of = async (query: string) =>
    (await call(server, `GET /subscriptions/performer/search?pageSize=1${query}`, { token })).body['total']
  return Object.fromEntries(
    await Promise.all(
      ['all', ...SUBSCRIBER_GROUPS].map(async (name) => [name, await of(name === 'all' ? '' : `&status=${name}`)]),
    ),
  ) as Record<string, number>
}

test('the creator is told the true number of subscribers, also beyond the bound of a list', async ({
  server,
  creator,
}) => {
  const before = await totals(server, creator.token)
  const more = LIST_TOTAL_MAX + 7
  await transact(server.app, null, async (tx) => {
    for (let n = 0; n < more; n += 1) subscribe(tx, creator.id)
    subscribe(tx, creator.id, { months: 0 })
  })
  const after = await totals(server, creator.token)
  expect(after).toEqual({ ...before, all: (before['all'] ?? 0) + more, active: (before['active'] ?? 0) + more })
  const path = '/subscriptions/performer/search?pageSize=10' as const
  const { body } = await call(server, `GET ${path}&current=90`, { token: creator.token })
  expect(body['total']).toBe(after['all'])
})

test('subscriptions that begin, change and are removed at once are each counted once', async ({ server, pair }) => {
  const { creator } = pair
  const ids: string[] = []
  const inTurns = async (work: (tx: Tx, n: number) => void | Promise<void>) => {
    await Promise.all(Array.from({ length: 60 }, (_, n) => transact(server.app, null, async (tx) => work(tx, n))))
  }
  await inTurns((tx, n) => {
    ids.push(subscribe(tx, creator.id, n % 3 === 0 ? { type: 'free' } : { months: n % 2 }).id)
  })
  await inTurns(async ({ em, now }, n) => {
    const subscription = await em.findOneOrFail(Subscription, { id: ids[n] ?? '' })
    if (n % 5 === 0) em.remove(subscription)
    else if (n % 5 === 1) Object.assign(subscription, { status: 'ended', endedAt: now })
    else if (n % 5 === 2) subscription.months += 1
    else if (n % 5 === 3) subscription.status = 'canceling'
  })
  const [expected] = await server.app.orm.em.fork().execute<Record<string, number>[]>(
    `select count(*)::int as "all", count(*) filter (where status in ('active', 'past_due'))::int as active,
       count(*) filter (where status = 'canceling')::int as canceling,
       count(*) filter (where status in ('ended', 'revoked'))::int as expired,
       count(*) filter (where type = 'free' and ended_at is null)::int as free
     from subscription where performer_id = ? and months > 0`,
    [creator.id],
  )
  expect(expected?.['all']).toBeGreaterThan(20)
  expect(await totals(server, creator.token)).toEqual(expected)
})
