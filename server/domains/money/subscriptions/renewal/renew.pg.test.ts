import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import { Mail } from '../../../../infra/mail/entity.ts'
import { makePerson } from '../../../../infra/sync/testing/person.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { Post } from '../../../content/posts/entity.ts'
import { postWithPhoto } from '../../../content/posts/testing/post-with-photo.ts'
import { postAccess } from '../../../content/posts/viewed-post.ts'
import { User } from '../../../people/accounts/entity.ts'
import { endMemberships } from '../../../people/grants/end-memberships.ts'
import { rejectCreator } from '../../../people/performers/review/approve-creator.ts'
import { Charge } from '../../money/charges/entity.ts'
import { refundCharge } from '../../money/charges/refund.ts'
import { brokenRules, fillWallet } from '../../money/testing/books.ts'
import { Wallet } from '../../money/wallet.ts'
import { cancelSubscription, resumeSubscription } from '../ending/cancel.ts'
import { stopClosed } from '../ending/stop.ts'
import { Subscription, SubscriptionPeriod } from '../entity.ts'
import { daysAfter } from '../terms.ts'
import { join, offer } from '../testing/subscribe.ts'
import { remindDue } from './remind.ts'
import { renewDue } from './renew.ts'

const DAY_MS = 86_400_000

let server: TestServer
/** The clock of the server; null for the machine's. */
let now: Date | null = null
let creator: Person
let fan: Person
let count = 0

beforeAll(async () => {
  server = await startTestServer({ clock: () => now ?? new Date() })
})
afterAll(() => server.stop())

beforeEach(async () => {
  count += 1
  now = null
  creator = await makePerson(server, `creator_${count}`, true)
  fan = await makePerson(server, `fan_${count}`)
  await fillWallet(server, fan.id, { paid: 1000 })
  await offer(server, creator, { prices: { monthly: 500, yearly: 5000 } })
})

afterEach(async () => {
  expect(await brokenRules(server)).toEqual([])
})

const read = () => server.app.orm.em.fork().findOneOrFail(Subscription, { userId: fan.id })
const charges = () => server.app.orm.em.fork().find(Charge, { fanId: fan.id }, { orderBy: { createdAt: 'asc' } })
const balance = async () => (await server.app.orm.em.fork().findOneOrFail(Wallet, { userId: fan.id })).balance
const mails = async () =>
  (await server.app.orm.em.fork().find(Mail, { to: fan.user.email ?? '' }, { orderBy: { createdAt: 'asc' } })).map(
    ({ subject }) => subject,
  )

/** Tells if the post is open to the fan at this moment of the server. */
async function access(postId: string): Promise<boolean> {
  const em = server.app.orm.em.fork()
  const post = await em.findOneOrFail(Post, { id: postId })
  return (await postAccess(em, { userId: fan.id, now: server.app.clock() }, post)) === 'open'
}

test('a term is renewed when it ends, once, whichever worker comes first, and none before', async () => {
  const { paidThrough, id, renewalId } = await join(server, fan, { to: creator })
  now = new Date(paidThrough.getTime() - 1000)
  await renewDue(server.app)
  expect(await charges(), 'a second too early').toHaveLength(1)
  now = paidThrough
  // A worker that waits for the other finds nothing to do: none fails.
  await Promise.all(Array.from({ length: 4 }, () => renewDue(server.app)))
  const paid = await charges()
  expect(paid.map((charge) => charge.id)).toEqual([id, renewalId])
  expect(await read()).toMatchObject({ status: 'active', months: 2, dueAt: (await read()).paidThrough })
  expect(await balance()).toBe(800)
})

test('a worker that comes a day late interrupts no access, and the next term begins where the last one ended', async () => {
  const { postId } = await postWithPhoto(server, creator, { text: 'For members', access: 'subscribers' })
  const { paidThrough, anchor, renewalId } = await join(server, fan, { to: creator })
  now = daysAfter(paidThrough, 1)
  await endMemberships(server.app)
  expect(await access(postId)).toBe(true)
  await renewDue(server.app)
  const renewed = await read()
  expect(renewed).toMatchObject({ status: 'active', anchor, months: 2 })
  const period = await server.app.orm.em.fork().findOneOrFail(SubscriptionPeriod, { id: renewalId })
  expect([period.startsAt, period.endsAt]).toEqual([paidThrough, renewed.paidThrough])
})

test('after months without a worker one term is charged, from now on: nobody pays for days without access', async () => {
  const { paidThrough } = await join(server, fan, { to: creator })
  now = daysAfter(paidThrough, 70)
  await renewDue(server.app)
  expect(await charges()).toHaveLength(2)
  expect(await read()).toMatchObject({ status: 'active', anchor: now, months: 1 })
})

test('access ends with accessUntil to the second, whatever the status says', async () => {
  const { postId } = await postWithPhoto(server, creator, { text: 'For members', access: 'subscribers' })
  const { id, paidThrough } = await join(server, fan, { to: creator })
  await transact(server.app, fan.actor, (tx) => cancelSubscription(tx, { _id: id }))
  expect(await read()).toMatchObject({ status: 'canceling', accessUntil: paidThrough })
  now = new Date(paidThrough.getTime() - 1000)
  expect(await access(postId)).toBe(true)
  now = new Date(paidThrough.getTime() + 1000)
  expect((await read()).status, 'no worker has come').toBe('canceling')
  expect(await access(postId)).toBe(false)
  await renewDue(server.app)
  expect(await read()).toMatchObject({ status: 'ended', endedAt: now })
  expect(await charges(), 'a canceled one is not charged').toHaveLength(1)
})

test('a resumed one renews; one that was canceled too long ago can not be resumed', async () => {
  const { id, paidThrough } = await join(server, fan, { to: creator })
  const change = (command: typeof cancelSubscription) =>
    transact(server.app, fan.actor, (tx) => command(tx, { _id: id }))
  await change(cancelSubscription)
  await change(cancelSubscription)
  expect(await change(resumeSubscription)).toMatchObject({ status: 'active', autoRenew: true })
  expect((await read()).accessUntil).toEqual(daysAfter(paidThrough, 3))
  await change(cancelSubscription)
  now = paidThrough
  await expect(change(resumeSubscription)).rejects.toThrow('This subscription has ended.')
  await renewDue(server.app)
  await expect(change(resumeSubscription)).rejects.toThrow('This subscription has ended.')
  expect(await change(cancelSubscription)).toMatchObject({ status: 'ended' })
  // The end that its fan asked for is no news.
  expect((await mails()).filter((subject) => subject.includes('has ended'))).toEqual([])
})

test('a wallet with too little has days of grace, four more tries, and mails; then it ends', async () => {
  const { postId } = await postWithPhoto(server, creator, { text: 'For members', access: 'subscribers' })
  const { paidThrough } = await join(server, fan, { to: creator, type: 'yearly', price: 5000 })
  await offer(server, creator, { prices: { yearly: 4000 } })
  await offer(server, creator, { prices: { yearly: 5000 } })
  const tries: [number, object][] = [
    [0, { status: 'past_due', problem: 'tokens', dueAt: daysAfter(paidThrough, 1) }],
    [1, { status: 'past_due', dueAt: daysAfter(paidThrough, 3) }],
    [3, { status: 'past_due', dueAt: daysAfter(paidThrough, 5) }],
    [5, { status: 'past_due', dueAt: daysAfter(paidThrough, 7) }],
    [7, { status: 'ended' }],
  ]
  for (const [day, expected] of tries) {
    now = daysAfter(paidThrough, day)
    await renewDue(server.app)
    await renewDue(server.app)
    expect(await read()).toMatchObject(expected)
    expect(await access(postId), `day ${day}`).toBe(day < 3)
  }
  expect(await charges()).toHaveLength(1)
  expect((await mails()).map((subject) => subject.replace(/ to .* (was|has) /, ' $1 '))).toEqual([
    'You are subscribed to creator_6'.replace('creator_6', creator.user.name),
    'Your subscription was not renewed',
    'Your subscription has ended',
  ])
})

test('tokens that come in time pay the retry, and the term goes on without a gap', async () => {
  const { paidThrough } = await join(server, fan, { to: creator, type: 'yearly', price: 5000 })
  now = paidThrough
  await renewDue(server.app)
  await fillWallet(server, fan.id, { paid: 1000 })
  now = daysAfter(paidThrough, 1)
  await renewDue(server.app)
  expect(await read()).toMatchObject({ status: 'active', months: 24, problem: null })
})

test('a higher price waits for a consent, a lower one holds with the renewal', async () => {
  const first = await join(server, fan, { to: creator })
  await offer(server, creator, { prices: { monthly: 900 } })
  now = first.paidThrough
  await renewDue(server.app)
  expect((await charges()).map(({ tokens }) => tokens)).toEqual([100, 100])
  // Buying again at the new price is the consent to it.
  await join(server, fan, { to: creator, price: 900 })
  expect(await read()).toMatchObject({ price: 900, months: 3 })
  await offer(server, creator, { prices: { monthly: 300 } })
  now = (await read()).paidThrough
  await renewDue(server.app)
  expect((await charges()).map(({ tokens }) => tokens)).toEqual([100, 100, 180, 60])
  await offer(server, creator, { prices: { monthly: null } })
  now = (await read()).paidThrough
  await renewDue(server.app)
  expect((await charges()).at(-1)?.tokens, 'a term that is no longer sold goes on').toBe(60)
})

test('a free term renews for nothing while it is offered, and ends with a mail', async () => {
  await offer(server, creator, { isFree: true })
  const { paidThrough } = await join(server, fan, { to: creator, type: 'free', price: 0 })
  now = paidThrough
  await renewDue(server.app)
  expect(await read()).toMatchObject({ status: 'active', months: 2 })
  await offer(server, creator, { isFree: false })
  now = (await read()).remindAt ?? null
  await remindDue(server.app)
  expect(await remindDue(server.app), 'each is told once').toBe(0)
  now = (await read()).paidThrough
  await renewDue(server.app)
  expect(await read()).toMatchObject({ status: 'ended', accessUntil: now })
  expect(await charges()).toEqual([])
  expect((await mails()).slice(1).map((subject) => /ends soon|has ended/.exec(subject)?.[0])).toEqual([
    'ends soon',
    'has ended',
  ])
})

test('a long term is reminded of a week before, at the price of that day', async () => {
  const { paidThrough } = await join(server, fan, { to: creator, type: 'yearly', price: 5000 })
  now = new Date(paidThrough.getTime() - 7 * DAY_MS - 1000)
  expect(await remindDue(server.app)).toBe(0)
  now = new Date(paidThrough.getTime() - 7 * DAY_MS)
  await Promise.all([remindDue(server.app), remindDue(server.app)])
  const sent = await server.app.orm.em
    .fork()
    .find(Mail, { to: fan.user.email ?? '', subject: { $like: '%renews soon' } })
  expect(sent).toHaveLength(1)
  expect(sent[0]?.text).toContain('for $50.00')
})

test('a creator who is closed gets nothing more, and the unused days come back', async () => {
  const { postId } = await postWithPhoto(server, creator, { text: 'For members', access: 'subscribers' })
  const { id, anchor, paidThrough } = await join(server, fan, { to: creator })
  await join(server, fan, { to: creator })
  expect(await balance()).toBe(800)
  now = daysAfter(anchor, 10)
  await transact(server.app, null, (tx) => rejectCreator(tx, creator.user.username ?? '', { reason: 'No' }))
  await Promise.all([stopClosed(server.app), stopClosed(server.app)])
  const days = (paidThrough.getTime() - anchor.getTime()) / DAY_MS
  expect(await balance()).toBe(800 + 100 + Math.floor((100 * (days - 10)) / days))
  expect(await read()).toMatchObject({ id, status: 'revoked', accessUntil: now })
  expect(await access(postId)).toBe(false)
  expect((await mails()).at(-1)).toContain('has ended')
})

test('a creator who cannot be reached for a while is not paid meanwhile', async () => {
  const { paidThrough } = await join(server, fan, { to: creator })
  now = paidThrough
  await transact(server.app, null, (tx) => tx.em.nativeUpdate(User, { id: creator.id }, { status: 'suspended' }))
  await renewDue(server.app)
  expect(await read()).toMatchObject({ status: 'past_due', problem: 'creator' })
  expect(await charges()).toHaveLength(1)
})

test('a fan whose country the creator blocks pays for no term that stays closed, and goes on once it opens', async () => {
  const { paidThrough } = await join(server, fan, { to: creator })
  const block = (countries: string) =>
    transact(server.app, null, async ({ em }) => {
      await em.execute(`update "user" set country_seen = 'NO' where id = ?`, [fan.id])
      await em.execute('update performer set blocked_countries = ?::text[] where user_id = ?', [countries, creator.id])
    })
  await block('{NO}')
  now = paidThrough
  await renewDue(server.app)
  expect([await charges(), await read()]).toMatchObject([{ length: 1 }, { problem: 'creator', endedAt: null }])
  await block('{}')
  now = (await read()).dueAt
  await renewDue(server.app)
  expect([await charges(), await read()]).toMatchObject([{ length: 2 }, { problem: null, status: 'active' }])
})

test('a term whose price is paid back ends at once, with the other terms; a part of it changes nothing', async () => {
  const { id } = await join(server, fan, { to: creator })
  const later = await join(server, fan, { to: creator })
  await transact(server.app, null, (tx) =>
    refundCharge(tx, { chargeId: id, tokens: 10, reason: 'Part', key: `a${id}` }),
  )
  expect(await read()).toMatchObject({ status: 'active', months: 2 })
  await transact(server.app, null, (tx) => refundCharge(tx, { chargeId: id, reason: 'All', key: `b${id}` }))
  expect(await read()).toMatchObject({ id: later.id, status: 'revoked' })
  expect(await balance()).toBe(1000)
})
