import { randomUUID } from 'node:crypto'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import { makePerson } from '../../../../infra/sync/testing/person.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { waitsForLock } from '../../../../testing/waits-for-lock.ts'
import { NotificationEvent } from '../../../notify/notifications/entity.ts'
import { changeSettings } from '../../../site/settings/commands.ts'
import { refundCharge } from '../charges/refund.ts'
import { tip } from '../charges/tip.ts'
import { grantTokens } from '../grant-tokens.ts'
import { lockBalances } from '../ledger/accounts.ts'
import { TokenGift } from '../ledger/token-gift.ts'
import { brokenRules, fillWallet } from '../testing/books.ts'
import { expireGifts } from './expire-gifts.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let server: TestServer
let days = 0
let count = 0

beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(Date.UTC(2026, 10, 1) + days * DAY_MS) })
})
afterAll(async () => {
  expect(await brokenRules(server)).toEqual([])
  await server.stop()
})

/** A fan, on a clock that begins anew. */
async function makeFan(): Promise<Person> {
  days = 0
  return makePerson(server, `given_${(count += 1)}`)
}

async function give({ user }: Person, tokens: number): Promise<number> {
  const given = { username: user.username ?? '', tokens, key: randomUUID() }
  return (await transact(server.app, null, (tx) => grantTokens(tx, given))).balance
}

/** Runs the job on that day after the beginning, and once on each of the eight days before. */
async function runUntil(day: number): Promise<void> {
  for (days = Math.max(days, day - 8); days < day; days += 1) await expireGifts(server.app)
  await expireGifts(server.app)
}

async function wallet({ id }: Person): Promise<{ balance: number; granted: number } | undefined> {
  const [row] = await server.app.orm.em
    .fork()
    .execute<{ balance: string; granted: string }[]>('select balance, granted from wallet where user_id = ?', [id])
  return row && { balance: Number(row.balance), granted: Number(row.granted) }
}

async function told({ id }: Person): Promise<string[]> {
  const { em } = server.app.orm
  const events = await em.fork().find(NotificationEvent, { userId: id }, { orderBy: { id: 'asc' } })
  return events.map(({ event, preview }) => `${event} ${preview}`)
}

/** Past REST: sessions end sooner than gifts. */
async function tipPast(fan: Person, creator: Person, tokens: number): Promise<string> {
  const _id = randomUUID()
  const wanted = { _id, performerId: creator.id, tokens, message: '' }
  await transact(server.app, fan.actor, (tx) => tip(tx, wanted))
  return _id
}

test('a gift ends after the days of the site, a week after its account was told', async () => {
  const fan = await makeFan()
  await fillWallet(server, fan.id, { paid: 20 })
  await give(fan, 50)
  await runUntil(357)
  expect(await told(fan)).toEqual([])
  await runUntil(358)
  expect(await told(fan)).toEqual(['gift-expiring 50'])
  await runUntil(364)
  expect(await wallet(fan)).toEqual({ balance: 70, granted: 50 })
  await runUntil(365)
  expect(await wallet(fan)).toEqual({ balance: 20, granted: 0 })
  await runUntil(370)
  expect(await told(fan)).toEqual(['gift-expiring 50', 'gift-expired 50'])
  expect(await brokenRules(server)).toEqual([])
})

test('the gift that ends first is spent first, and only what is left of it ends', async () => {
  const fan = await makeFan()
  const creator = await makePerson(server, `given_creator_${count}`, true)
  await give(fan, 50)
  days = 100
  await give(fan, 30)
  await tipPast(fan, creator, 35)
  await runUntil(365)
  expect(await wallet(fan)).toEqual({ balance: 30, granted: 30 })
  expect(await told(fan)).toEqual(['gift-expiring 15', 'gift-expired 15'])
  await runUntil(465)
  expect(await wallet(fan)).toEqual({ balance: 0, granted: 0 })
})

test('tokens of a gift that come back after its end have days of their own', async () => {
  const fan = await makeFan()
  const creator = await makePerson(server, `given_creator_${count}`, true)
  await give(fan, 40)
  const chargeId = await tipPast(fan, creator, 40)
  await runUntil(366)
  const reason = 'Not as promised'
  await transact(server.app, null, (tx) => refundCharge(tx, { chargeId, reason, key: randomUUID() }))
  await expireGifts(server.app)
  await runUntil(720)
  expect(await wallet(fan)).toEqual({ balance: 40, granted: 40 })
  await runUntil(732)
  expect(await wallet(fan)).toEqual({ balance: 0, granted: 0 })
  expect(await told(fan)).toEqual(['refunded 40', 'gift-expiring 40', 'gift-expired 40'])
})

test('a job that was late for weeks tells first, and takes back a week later', async () => {
  const fan = await makeFan()
  await give(fan, 25)
  days = 400
  await expireGifts(server.app)
  expect([await wallet(fan), await told(fan)]).toEqual([{ balance: 25, granted: 25 }, ['gift-expiring 25']])
  days = 406
  await expireGifts(server.app)
  expect(await wallet(fan)).toEqual({ balance: 25, granted: 25 })
  days = 407
  await expireGifts(server.app)
  expect(await wallet(fan)).toEqual({ balance: 0, granted: 0 })
})

test('two jobs at once and a fan who spends meanwhile take nothing twice', async () => {
  const fan = await makeFan()
  const creator = await makePerson(server, `given_creator_${count}`, true)
  await give(fan, 60)
  await runUntil(364)
  days = 365
  const tips = Array.from({ length: 4 }, () =>
    tipPast(fan, creator, 10).then(
      () => 10,
      (error: unknown) => {
        if (error instanceof Refusal && error.kind === 'payment-required') return 0
        throw error
      },
    ),
  )
  const [paid] = await Promise.all([Promise.all(tips), ...Array.from({ length: 3 }, () => expireGifts(server.app))])
  const spent = paid.reduce((sum, tokens) => sum + tokens, 0)
  expect(await wallet(fan)).toEqual({ balance: 0, granted: 0 })
  const gifts = await server.app.orm.em.fork().find(TokenGift, { userId: fan.id })
  expect(gifts.map(({ expiredTokens }) => expiredTokens)).toEqual([60 - spent])
  expect(await brokenRules(server)).toEqual([])
})

test('a job waits for a fan who spends a gift at its end, and ends what is left', async () => {
  const fan = await makeFan()
  const creator = await makePerson(server, `given_creator_${count}`, true)
  await give(fan, 60)
  await runUntil(364)
  days = 365
  let ending: Promise<void> | undefined
  await transact(server.app, fan.actor, async (tx) => {
    await tip(tx, { _id: randomUUID(), performerId: creator.id, tokens: 10, message: '' })
    ending = expireGifts(server.app)
    // Handled below; it fails while the transaction is open.
    ending.catch(() => undefined)
    await waitsForLock(server)
  })
  await ending
  const gifts = await server.app.orm.em.fork().find(TokenGift, { userId: fan.id })
  expect(gifts.map(({ expiredTokens }) => expiredTokens)).toEqual([50])
  expect(await wallet(fan)).toEqual({ balance: 0, granted: 0 })
})

test('a gift locks the whole wallet, as a charge does, before its tokens come', async () => {
  const fan = await makeFan()
  await give(fan, 10)
  const of = 'from money_account where owner_id = ? and kind = ? for update'
  let giving: Promise<number> | undefined
  await transact(server.app, null, async (tx) => {
    await tx.em.execute(`select 1 ${of}`, [fan.id, 'fan_debt'])
    giving = give(fan, 10)
    await waitsForLock(server)
    await tx.em.execute(`select 1 ${of} nowait`, [fan.id, 'fan_granted'])
  })
  expect(await giving).toBe(20)
})

test('tokens on hold are left alone until they are released', async () => {
  const fan = await makeFan()
  await give(fan, 30)
  await runUntil(364)
  const hold = (by: number) =>
    transact(server.app, null, async (tx) => {
      await lockBalances(tx.em, fan.id, ['fan_granted'])
      const sql = `update money_account set held = held + ? where owner_id = ? and kind = 'fan_granted'`
      await tx.em.execute(sql, [by, fan.id])
      await tx.em.execute(
        'update wallet set held = held + ?, granted = granted - ?, balance = balance - ? where user_id = ?',
        [...[by, by, by, fan.id]],
      )
      await tx.em.execute('update "user" set balance = balance - ? where id = ?', [by, fan.id])
    })
  await hold(20)
  await runUntil(366)
  expect(await wallet(fan)).toEqual({ balance: 0, granted: 0 })
  await hold(-20)
  expect(await wallet(fan)).toEqual({ balance: 20, granted: 20 })
  expect(await brokenRules(server)).toEqual([])
})

test('a site whose gifts last for ever ends none', async () => {
  await transact(server.app, null, (tx) => changeSettings(tx, { giftDays: 0 }))
  try {
    const fan = await makeFan()
    await give(fan, 25)
    days = 5000
    await expireGifts(server.app)
    expect([await wallet(fan), await told(fan)]).toEqual([{ balance: 25, granted: 25 }, []])
  } finally {
    await transact(server.app, null, (tx) => changeSettings(tx, { giftDays: 365 }))
  }
})
