import { DeskUserQuery } from '@vesper/sync/vesper/api/desk-users.ts'
import * as v from 'valibot'
import { expect } from 'vitest'
import { quietTest } from '../../../testing/fixtures.ts'
import { openCostReader } from '../../../testing/plans.ts'
import { User } from '../../people/accounts/entity.ts'
import { searchUsers } from './search-users.ts'

const TIMEOUT_MS = 120_000
const ACCOUNTS = 30_000
const id = (n: string) => `('00000000-0000-4000-8000-' || lpad(${n}, 12, '0'))::uuid`

/** 30,000 accounts, of which a tenth are creators and every thousandth is suspended. */
const test = quietTest.extend('crowd', async ({ server }) => {
  const em = server.app.orm.em.fork()
  // The server is one for the file.
  if ((await em.count(User, { username: 'crowd_1' })) > 0) return em
  await em.execute(
    `insert into "user" (id, username, name, email, password_hash, bio, has_password, is_performer, status, balance, created_at, updated_at)
     select ${id('n::text')}, 'crowd_' || n, 'Élodie ' || n, 'mail' || n || '@crowd.test', 'x', '', true, n % 10 = 0,
       case when n % 1000 = 0 then 'suspended' else 'active' end, 0, now() - n * interval '1 minute', now()
     from generate_series(1, ${ACCOUNTS}) n`,
  )
  await em.execute(
    `insert into payment_card (id, user_id, fingerprint, created_at, expires_at)
     select gen_random_uuid(), ${id('n::text')}, 'print_' || n, now(), now() from generate_series(1, ${ACCOUNTS}) n`,
  )
  await em.execute(
    `insert into payout_details (performer_id, account_id, updated_at)
     select ${id('n::text')}, 'acct_' || n, now() from generate_series(10, ${ACCOUNTS}, 10) n`,
  )
  await em.execute(`update "user" set pending_email = 'wanted@crowd.test' where username = 'crowd_77'`)
  await em.execute('analyze')
  return em
})

const found = (em: Parameters<typeof searchUsers>[0], query: object) => searchUsers(em, v.parse(DeskUserQuery, query))

test.for([
  ['crowd_2900', ['crowd_2900', 'crowd_29000', 'crowd_29001']],
  ['CROWD_77', ['crowd_77', 'crowd_770', 'crowd_771']],
  ['éLODIE 2999', ['crowd_2999', 'crowd_29990', 'crowd_29991']],
  ['mail123@', ['crowd_123']],
  ['wanted@crowd.test', ['crowd_77']],
  ['print_12', ['crowd_12']],
  ['acct_120', ['crowd_120']],
  ['acct_12', []],
  ['00000000-0000-4000-8000-000000000012', ['crowd_12']],
  ['100%', []],
] as const)('a search for %s finds those accounts alone', async ([q, names], { crowd }) => {
  const { data } = await found(crowd, { q, sort: 'desc', pageSize: '3' })
  expect(data.map(({ username }) => username)).toEqual(names)
})

test('filters and pages keep the order, and one letter counts no further than a list does', async ({ crowd }) => {
  const closed = await found(crowd, { status: 'suspended', role: 'creator' })
  expect([closed.total, closed.data[0]?.username]).toEqual([30, 'crowd_1000'])
  const all = await found(crowd, { q: 'c', current: '2' })
  expect([all.total, all.data.length]).toEqual([1000, 25])
  expect(await found(crowd, { role: 'fan', q: 'crowd_123', pageSize: '1' })).toMatchObject({ total: 100 })
})

test('no search and no filter reads more than its pages', { timeout: TIMEOUT_MS }, async ({ server, crowd }) => {
  const reader = await openCostReader(server.app.config.databaseUrl ?? '')
  const costly: Record<string, string[]> = {}
  const queries = [
    ...[{}, { current: '3' }, { role: 'creator' }, { role: 'fan' }, { status: 'suspended' }, { sort: 'asc' }],
    ...[{ q: 'c' }, { q: 'crowd_12' }, { q: 'print_12' }, { q: 'acct_120' }, { q: 'nobody' }],
  ]
  for (const query of queries) {
    const parts = await reader.costlyParts({ read: 2500, sorted: 4000 }, () => found(crowd, query))
    if (parts.length > 0) costly[JSON.stringify(query)] = parts
  }
  await reader.close()
  expect(costly).toEqual({})
})
