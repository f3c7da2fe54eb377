import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import { test } from '../../../../testing/fixtures.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { waitsForLock } from '../../../../testing/waits-for-lock.ts'
import { topUpLines } from '../sale-lines.ts'
import { lockBalances } from './accounts.ts'
import { MoneyTransfer } from './entity.ts'
import { post } from './post.ts'
import type { Line } from './post.ts'

const tokenCents = 5n

function topUp({ app }: TestServer, fanId: string, { key = randomUUID(), tokens = 100n, bonus = 0n } = {}) {
  const lines = topUpLines({ fanId, tokens, bonus, tokenCents })
  return transact(app, null, (tx) =>
    post(tx, { scope: 'top-up', key, request: { fanId, tokens, bonus }, kind: 'top-up', lines }),
  )
}

function balances({ app }: TestServer, fanId: string): Promise<bigint[]> {
  return transact(app, null, async ({ em }) =>
    (await lockBalances(em, fanId, ['fan_paid', 'fan_granted'])).map(({ balance }) => balance),
  )
}

test('a top-up is in the wallet once, however often and at once it is told', async ({ server, fan }) => {
  const key = randomUUID()
  const posted = await Promise.all(Array.from({ length: 50 }, () => topUp(server, fan.id, { key, bonus: 7n })))
  expect(new Set(posted.map(({ transferId }) => transferId)).size).toBe(1)
  expect(posted.filter(({ isNew }) => isNew)).toHaveLength(1)
  expect(await balances(server, fan.id)).toEqual([100n, 7n])
  await expect(topUp(server, fan.id, { key, tokens: 99n })).rejects.toThrow('This was used for something else.')
})

test('takes nine of 50 simultaneous transfers of 10 from 90', async ({ server, fan }) => {
  await topUp(server, fan.id, { tokens: 90n })
  const spend: Line[] = [
    { kind: 'fan_paid', amount: -10n, ownerId: fan.id },
    { kind: 'tokens_spent', amount: 10n },
  ]
  const all = await Promise.allSettled(
    Array.from({ length: 50 }, () =>
      transact(server.app, fan.actor, (tx) =>
        post(tx, { scope: 'test', key: randomUUID(), request: {}, kind: 'charge', lines: spend }),
      ),
    ),
  )
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(9)
  for (const one of all) if (one.status === 'rejected') expect(String(one.reason)).toContain('not enough tokens')
  expect(await balances(server, fan.id)).toEqual([0n, 0n])
})

test.for<[string, (fanId: string) => Line[], string]>([
  [
    'of different sums',
    (ownerId) => [
      { kind: 'tokens_issued', amount: -10n },
      { kind: 'fan_paid', amount: 11n, ownerId },
    ],
    'do not sum to 0',
  ],
  [
    'that sum to 0 in two units together only',
    (ownerId) => [
      { kind: 'gateway_clearing', amount: -10n },
      { kind: 'fan_paid', amount: 10n, ownerId },
    ],
    'do not sum to 0',
  ],
  ['of none', () => [], 'without entries'],
  [
    'of 0',
    (ownerId) => [
      { kind: 'tokens_issued', amount: 0n },
      { kind: 'fan_paid', amount: 0n, ownerId },
    ],
    'amount_check',
  ],
])('lines %s are refused with the commit, and nothing of them stays', async ([, linesOf, reason], { server, fan }) => {
  const key = randomUUID()
  const posting = { scope: 'test', key, request: {}, kind: 'test', lines: linesOf(fan.id) }
  await expect(transact(server.app, null, (tx) => post(tx, posting))).rejects.toThrow(reason)
  expect(await server.app.orm.em.fork().count(MoneyTransfer, { key })).toBe(0)
})

test.for([
  "update money_transfer set kind = 'x'",
  'delete from money_transfer',
  'truncate money_transfer',
  'update money_entry set amount = 1',
  'delete from money_entry',
  'truncate money_entry',
  'delete from money_account',
])('the database refuses: %s', async (sql, { server, fan }) => {
  await topUp(server, fan.id)
  await expect(server.app.orm.em.fork().execute(sql)).rejects.toThrow('the ledger is never changed')
})

test('a transfer locks its accounts by their ids, whatever the order of its lines', async ({ server, fan }) => {
  await topUp(server, fan.id, { bonus: 7n })
  const find = `select id from money_account where owner_id = ? and kind in ('fan_paid', 'fan_granted') order by id`
  const [first, last] = await server.app.orm.em.fork().execute<{ id: string }[]>(find, [fan.id])
  const lines: Line[] = [
    { kind: 'fan_paid', amount: -1n, ownerId: fan.id },
    { kind: 'fan_granted', amount: 1n, ownerId: fan.id },
  ]
  for (const ordered of [lines, lines.toReversed()]) {
    const posting = { scope: 'test', key: randomUUID(), request: {}, kind: 'test', lines: ordered }
    let moving: Promise<unknown> | undefined
    await transact(server.app, null, async (tx) => {
      await tx.em.execute('select 1 from money_account where id = ? for update', [first?.id])
      moving = transact(server.app, null, (other) => post(other, posting))
      await waitsForLock(server)
      await tx.em.execute('select 1 from money_account where id = ? for update nowait', [last?.id])
    })
    await moving
  }
})

test('the database holds no less than nothing of an account', async ({ server, fan }) => {
  await topUp(server, fan.id)
  const hold = server.app.orm.em.fork().execute('update money_account set held = -1')
  await expect(hold).rejects.toThrow('money_account_held_check')
})

test('a transfer that is committed takes no more entries, balanced ones neither', async ({ server, fan }) => {
  const { transferId } = await topUp(server, fan.id)
  const [account] = await server.app.orm.em
    .fork()
    .execute<{ id: string }[]>('select id from money_account where kind = ? limit 1', ['tokens_issued'])
  const more = `insert into money_entry (transfer_id, line, account_id, amount)
    select ?, 100 + n, ?, n from unnest('{-5,5}'::int[]) n`
  const em = server.app.orm.em.fork()
  await expect(em.execute(more, [transferId, account?.id])).rejects.toThrow('which is closed')
})
