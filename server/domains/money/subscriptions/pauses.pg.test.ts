import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { movedSubscription } from '@vesper/sync/vesper/records/pause-clock.ts'
import type { Subscription as SubscriptionRecord } from '@vesper/sync/vesper/records/subscription.ts'
import fc from 'fast-check'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { Mail } from '../../../infra/mail/entity.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { postWithPhoto } from '../../content/posts/testing/post-with-photo.ts'
import { NotificationEvent } from '../../notify/notifications/entity.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { endMemberships } from '../../people/grants/end-memberships.ts'
import { endPause, planPause } from '../../people/pauses/commands.ts'
import { CreatorPause } from '../../people/pauses/entity.ts'
import { tellMembers } from '../../people/pauses/tell-members.ts'
import { Charge } from '../money/charges/entity.ts'
import { brokenRules, fillWallet } from '../money/testing/books.ts'
import { PaymentOrder } from '../payments/orders/entity.ts'
import { saveCard } from '../payments/testing/pay.ts'
import { cancelSubscription, resumeSubscription } from './ending/cancel.ts'
import { stopSubscription } from './ending/stop.ts'
import { Subscription, SubscriptionPeriod } from './entity.ts'
import { movedViews } from './queries.ts'
import { remindDue } from './renewal/remind.ts'
import { renewDue } from './renewal/renew.ts'
import { addMonths, daysAfter } from './terms.ts'
import { buyByCard, renewByCard, seesPost, takenFrom } from './testing/by-card.ts'
import { join, offer } from './testing/subscribe.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

let server: TestServer
/** The clock of the server; null for the machine's. */
let now: Date | null = null
let creator: Person
let fan: Person
let count = 0

beforeAll(async () => {
  server = await startTestServer({
    config: { payments: { provider: 'sandbox' }, publicUrl: 'http://127.0.0.1' },
    clock: () => now ?? new Date(),
  })
})
beforeEach(async () => {
  count += 1
  now = null
  creator = await makePerson(server, `creator_${count}`, true)
  fan = await makePerson(server, `fan_${count}`)
  await fillWallet(server, fan.id, { paid: 100_000 })
  await offer(server, creator, { prices: { monthly: 500, yearly: 5000 } })
})
afterEach(async () => expect(await brokenRules(server)).toEqual([]))
afterAll(() => server.stop())

const em = () => server.app.orm.em.fork()
const read = () => em().findOneOrFail(Subscription, { userId: fan.id }, { orderBy: { createdAt: 'desc' } })
const charges = () => em().count(Charge, { fanId: fan.id })
const plan = (days: number, startsAt: Date | null = null) => {
  const _id = v7()
  const args = { _id, startsAt: startsAt?.toISOString() ?? null, days, askedAt: new Date().toISOString() }
  return transact(server.app, creator.actor, (tx) => planPause(tx, args)).then(() => _id)
}
const end = (_id: string) => transact(server.app, creator.actor, (tx) => endPause(tx, { _id }))

/** The open subscription as REST tells it, its dates moved. Sessions of the fan end meanwhile. */
async function told(): Promise<SubscriptionRecord | undefined> {
  const reader = { app: server.app, em: em() }
  const [view] = await movedViews(reader, await reader.em.find(Subscription, { userId: fan.id, endedAt: null }))
  return view
}

/** Renews and ends all that is due at this moment. */
async function at(moment: Date): Promise<void> {
  now = moment
  await renewDue(server.app)
  await endMemberships(server.app)
}

test('in a pause of 45 days nothing is charged, access goes on, and the next charge moves by exactly 45 days', async () => {
  const { paidThrough, createdAt } = await join(server, fan, { to: creator })
  const { postId } = await postWithPhoto(server, creator, { text: 'For members', access: 'subscribers' })
  now = daysAfter(createdAt, 10)
  await plan(45)
  const moved = daysAfter(paidThrough, 45)
  for (const day of [11, 31, 38, 54, 55, 70]) {
    await at(daysAfter(createdAt, day))
    expect([day, await charges(), await seesPost(server, fan, postId)]).toEqual([day, 1, true])
  }
  expect(await told()).toMatchObject({ paidThrough: moved.toISOString(), countedFrom: null })
  await at(new Date(moved.getTime() - 1))
  expect(await charges()).toBe(1)
  await at(moved)
  expect(await charges()).toBe(2)
  // Terms are whole months of the calendar again.
  expect(await read()).toMatchObject({ anchor: moved, months: 1, paidThrough: addMonths(moved, 1) })
})

test('a renewal that a late worker finds in a pause waits for its end', async () => {
  const { paidThrough } = await join(server, fan, { to: creator })
  const { postId } = await postWithPhoto(server, creator, { text: 'For members', access: 'subscribers' })
  now = daysAfter(paidThrough, 0.1)
  await plan(45)
  for (const day of [0.2, 20, 45]) {
    await at(daysAfter(paidThrough, day))
    expect([day, await charges(), await seesPost(server, fan, postId)]).toEqual([day, 1, true])
  }
  await at(daysAfter(paidThrough, 45.1))
  expect(await charges()).toBe(2)
})

test('a device moves the dates as the server does, from the card of the creator, and no subscription is sent anew', async () => {
  const { createdAt } = await join(server, fan, { to: creator })
  const device = new TestDevice(server, fan)
  await device.syncAll()
  await plan(20, daysAfter(createdAt, 8))
  const { spaces } = await device.sync()
  expect(spaces.map(({ space, rows }) => [space, rows.map(({ collection }) => collection)])).toEqual([
    [`p:${creator.id}`, ['creators']],
  ])
  const [held] = device.all<SubscriptionRecord>('subscriptions')
  const card = device.all<Creator>('creators').find(({ _id }) => _id === creator.id)
  if (!held) throw new Error('the device has no subscription')
  const rest = await told()
  const shown = movedSubscription(held, card?.pauses ?? [])
  expect([shown.paidThrough, shown.accessUntil]).toEqual([rest?.paidThrough, rest?.accessUntil])
  expect(shown.paidThrough).not.toBe(held.paidThrough)
  const own = await call(server, 'GET /subscriptions/user/search?status=open', { token: fan.token })
  expect(own.body).toMatchObject({ data: [{ paidThrough: rest?.paidThrough, countedFrom: null, pauses: [{}] }] })
  const { body } = await call(server, 'GET /subscriptions/performer/search', { token: creator.token })
  expect(body).toMatchObject({ data: [{ paidThrough: rest?.paidThrough }] })
})

test('a pause that ends early gives the rest of its days back', async () => {
  const { paidThrough, createdAt } = await join(server, fan, { to: creator })
  now = daysAfter(createdAt, 3)
  const pause = await plan(90)
  now = daysAfter(createdAt, 9)
  await end(pause)
  expect((await told())?.paidThrough).toBe(daysAfter(paidThrough, 6).toISOString())
  await at(daysAfter(paidThrough, 6))
  expect(await charges()).toBe(2)
})

test('a pause that is called off before it begins moves nothing', async () => {
  const { paidThrough, createdAt } = await join(server, fan, { to: creator })
  now = daysAfter(createdAt, 1)
  await end(await plan(30, daysAfter(createdAt, 5)))
  expect((await told())?.paidThrough).toBe(paidThrough.toISOString())
  await at(paidThrough)
  expect(await charges()).toBe(2)
})

test('one who cancels in a pause keeps every paid day, and one who resumes goes on', async () => {
  const { id, paidThrough, createdAt } = await join(server, fan, { to: creator })
  const { postId } = await postWithPhoto(server, creator, { text: 'For members', access: 'subscribers' })
  now = daysAfter(createdAt, 10)
  await plan(30)
  now = daysAfter(createdAt, 20)
  await transact(server.app, fan.actor, (tx) => cancelSubscription(tx, { _id: id }))
  const moved = daysAfter(paidThrough, 30)
  await at(new Date(moved.getTime() - 1000))
  expect([(await read()).status, await seesPost(server, fan, postId)]).toEqual(['canceling', true])
  await transact(server.app, fan.actor, (tx) => resumeSubscription(tx, { _id: id }))
  await transact(server.app, fan.actor, (tx) => cancelSubscription(tx, { _id: id }))
  now = moved
  await expect(transact(server.app, fan.actor, (tx) => resumeSubscription(tx, { _id: id }))).rejects.toThrow(
    'has ended',
  )
  await at(moved)
  expect([(await read()).status, await seesPost(server, fan, postId), await charges()]).toEqual(['ended', false, 1])
})

test('one who subscribes in a pause pays at once, and the term begins to count when the pause ends', async () => {
  const begin = new Date()
  await plan(20)
  now = daysAfter(begin, 5)
  const { paidThrough } = await join(server, fan, { to: creator })
  const pause = await em().findOneOrFail(CreatorPause, { performerId: creator.id })
  const left = pause.endsAt.getTime() - now.getTime()
  expect((await told())?.paidThrough).toBe(new Date(paidThrough.getTime() + left).toISOString())
})

test('a failed renewal is not tried in a pause, and its days of grace wait', async () => {
  const { postId } = await postWithPhoto(server, creator, { text: 'For members', access: 'subscribers' })
  expect((await buyByCard(server, fan, { to: creator, cardId: await saveCard(server, fan) })).status).toBe(201)
  const declined = await saveCard(server, fan, 'declines')
  await em().nativeUpdate(Subscription, { userId: fan.id }, { cardId: declined })
  const { paidThrough } = await read()
  const tries = () => em().count(PaymentOrder, { userId: fan.id, isRenewal: true })
  now = paidThrough
  await renewByCard(server)
  now = daysAfter(paidThrough, 0.5)
  await plan(30)
  for (const day of [2, 8, 29, 30.5]) {
    now = daysAfter(paidThrough, day)
    await renewByCard(server)
    await endMemberships(server.app)
    expect([day, (await read()).status, await tries(), await seesPost(server, fan, postId)]).toEqual([
      ...[day, 'past_due', 1, true],
    ])
  }
  now = daysAfter(paidThrough, 31)
  await renewByCard(server)
  expect(await tries()).toBe(2)
  now = daysAfter(paidThrough, 33)
  expect(await seesPost(server, fan, postId)).toBe(false)
  for (const day of [33, 35, 37]) {
    now = daysAfter(paidThrough, day)
    await renewByCard(server)
  }
  expect([(await read()).status, await takenFrom(server, fan)]).toEqual(['ended', 1])
})

test('a renewal by card that was ordered before a pause is not charged in it, and is after it', async () => {
  expect((await buyByCard(server, fan, { to: creator, cardId: await saveCard(server, fan) })).status).toBe(201)
  const { paidThrough } = await read()
  now = paidThrough
  await renewDue(server.app)
  now = new Date(paidThrough.getTime() + 1000)
  await plan(30)
  now = daysAfter(paidThrough, 0.001)
  await renewByCard(server)
  expect([await takenFrom(server, fan), (await read()).status]).toEqual([1, 'active'])
  now = daysAfter(paidThrough, 29)
  await renewByCard(server)
  expect(await takenFrom(server, fan)).toBe(1)
  now = daysAfter(paidThrough, 30.1)
  await renewByCard(server)
  expect(await takenFrom(server, fan)).toBe(2)
})

test('a canceled term that was over before a pause ends in it, so that its fan can subscribe again', async () => {
  const { id, paidThrough } = await join(server, fan, { to: creator })
  await transact(server.app, fan.actor, (tx) => cancelSubscription(tx, { _id: id }))
  now = new Date(paidThrough.getTime() + 1000)
  await plan(30)
  await at(daysAfter(paidThrough, 1))
  expect(await read()).toMatchObject({ id, status: 'ended' })
})

test('days that come back to the wallet are those that were not used: a pause uses none', async () => {
  const { createdAt, paidThrough } = await join(server, fan, { to: creator })
  const days = (paidThrough.getTime() - createdAt.getTime()) / DAY_MS
  now = daysAfter(createdAt, 10)
  await plan(60)
  now = daysAfter(createdAt, 50)
  await transact(server.app, null, (tx) =>
    stopSubscription(tx, { userId: fan.id, performerId: creator.id, reason: 'closed' }),
  )
  const charge = await em().findOneOrFail(Charge, { fanId: fan.id })
  expect(charge.refundedTokens).toBe(Math.floor((charge.tokens * (days - 10)) / days))
})

test('a reminder of a long term comes a week before its moved end, and names that day', async () => {
  const { paidThrough } = await join(server, fan, { to: creator, type: 'yearly', price: 5000 })
  now = daysAfter(paidThrough, -100)
  await plan(30)
  now = daysAfter(paidThrough, 22)
  await remindDue(server.app)
  const reminders = () => em().find(Mail, { to: fan.user.email ?? '', subject: { $like: '%renews soon%' } })
  expect(await reminders()).toEqual([])
  now = daysAfter(paidThrough, 23)
  await remindDue(server.app)
  await remindDue(server.app)
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(daysAfter(paidThrough, 30))
  const found = await reminders()
  expect(found).toHaveLength(1)
  expect(found[0]?.text).toContain(`renews on ${day}`)
  expect(found[0]?.text).not.toContain('planned a break')
})

test('a mail names the day that holds if a planned pause is called off', async () => {
  await plan(30, daysAfter(new Date(), 3))
  const { paidThrough } = await join(server, fan, { to: creator })
  const day = (date: Date) => new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(date)
  const [mail] = await em().find(Mail, { to: fan.user.email ?? '', subject: { $like: 'You are subscribed%' } })
  expect(mail?.text).toContain(`active until ${day(daysAfter(paidThrough, 30))}`)
  expect(mail?.text).toContain(`If it is called off, the term ends on ${day(paidThrough)}.`)
})

test('members hear once of a pause and once of its end, however often the work is cut; others hear nothing', async () => {
  const fans = await Promise.all([1, 2, 3].map((n) => makePerson(server, `reader_${count}_${n}`)))
  for (const one of fans) await fillWallet(server, one.id, { paid: 1000 })
  for (const one of fans) await join(server, one, { to: creator })
  const events = async () =>
    (await em().find(NotificationEvent, { userId: { $in: fans.map(({ id }) => id) } })).map(
      ({ userId, event }) => `${fans.findIndex(({ id }) => id === userId)} ${event}`,
    )
  const pauseId = await plan(10)
  const stop = new AbortController()
  stop.abort()
  await expect(tellMembers(server.app, pauseId, { chunk: 2, signal: stop.signal })).rejects.toThrow()
  const heard = new Set(await events())
  expect(heard.size).toBe(2)
  await em().nativeDelete(NotificationEvent, { kind: 'subscription' })
  await tellMembers(server.app, pauseId)
  await tellMembers(server.app, pauseId)
  expect((await events()).length, 'the third one alone').toBe(1)
  for (const one of await events()) heard.add(one)
  expect([...heard].toSorted()).toEqual(['0 creator-paused', '1 creator-paused', '2 creator-paused'])
  await em().nativeDelete(NotificationEvent, { kind: 'subscription' })
  const unheard = await plan(10, daysAfter(new Date(), 30))
  await end(unheard)
  await tellMembers(server.app, unheard)
  expect(await events(), 'a pause that was called off at once is no news').toEqual([])
  await end(pauseId)
  await tellMembers(server.app, pauseId)
  expect((await events()).toSorted()).toEqual(['0 creator-resumed', '1 creator-resumed', '2 creator-resumed'])
  await em().nativeDelete(NotificationEvent, { kind: 'subscription' })
  const cut = await plan(10, daysAfter(new Date(), 60))
  await expect(tellMembers(server.app, cut, { chunk: 2, signal: stop.signal })).rejects.toThrow()
  const first = (await events()).map((one) => one.replace('paused', 'resumed'))
  await em().nativeDelete(NotificationEvent, { kind: 'subscription' })
  await end(cut)
  await tellMembers(server.app, cut)
  expect((await events()).toSorted(), 'whoever heard of it hears of its end').toEqual(first.toSorted())
})

type Step = {
  hours: number
  does: 'wait' | 'pause' | 'plan' | 'end' | 'cancel' | 'resume' | 'add'
  days: number
  ahead: number
}

const anyStep: fc.Arbitrary<Step> = fc.record({
  hours: fc.integer({ min: 1, max: 20 * 24 }),
  does: fc.constantFrom('wait', 'wait', 'pause', 'plan', 'end', 'cancel', 'resume', 'add'),
  days: fc.integer({ min: 1, max: 90 }),
  ahead: fc.integer({ min: 1, max: 60 }),
})
const anyLife = fc.record({
  /** Days after the last of January 2027. */
  start: fc.integer({ min: 0, max: 400 }),
  steps: fc.array(anyStep, { minLength: 12, maxLength: 25 }),
})

test('whatever is paused, renewed, canceled and added: charged time and paused time are the time that has gone by', async () => {
  for (const life of fc.sample(anyLife, 4)) {
    now = daysAfter(new Date('2027-01-31T09:00:00Z'), life.start)
    creator = await makePerson(server, `random_${(count += 1)}`, true)
    await offer(server, creator, { prices: { monthly: 500 } })
    fan = await makePerson(server, `random_fan_${count}`)
    await fillWallet(server, fan.id, { paid: 100_000 })
    const first: Step = { hours: 1, does: 'add', days: 1, ahead: 1 }
    for (const step of [first, ...life.steps]) {
      await pass(step.hours, JSON.stringify(life))
      await act(step).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
      })
      await checkTime(JSON.stringify(life))
    }
  }
}, 240_000)

/** Lets hours go by, twelve at a time, with the work that is due. Nothing is renewed before its time, or in a pause. */
async function pass(hours: number, life: string): Promise<void> {
  for (let left = hours; left > 0; left -= 12) {
    const [before, paid] = [await told(), await charges()]
    await at(new Date((now?.getTime() ?? 0) + Math.min(12, left) * HOUR_MS))
    if ((await charges()) === paid) continue
    expect(Date.parse(before?.paidThrough ?? ''), life).toBeLessThanOrEqual(now?.getTime() ?? 0)
    const pauses = await em().find(CreatorPause, { performerId: creator.id })
    expect(pauses.some(({ startsAt, endsAt }) => startsAt <= server.app.clock() && server.app.clock() < endsAt)).toBe(
      false,
    )
  }
}

async function act({ does, days, ahead }: Step): Promise<unknown> {
  const open = await em().findOne(Subscription, { userId: fan.id, endedAt: null })
  const [pause] = await em().find(
    CreatorPause,
    { performerId: creator.id },
    { orderBy: { startsAt: 'desc' }, limit: 1 },
  )
  if (does === 'pause') return plan(days)
  if (does === 'plan') return plan(days, daysAfter(server.app.clock(), ahead))
  if (does === 'end') return pause && end(pause.id)
  if (does === 'add') return join(server, fan, { to: creator })
  if (!open || does === 'wait') return null
  const change = does === 'cancel' ? cancelSubscription : resumeSubscription
  return transact(server.app, fan.actor, (tx) => change(tx, { _id: open.id }))
}

/** Each subscription that has not ended: its terms, and the pauses since its beginning, fill the time until its moved end. */
async function checkTime(life: string): Promise<void> {
  const open = await em().findOne(Subscription, { userId: fan.id, endedAt: null, months: { $gt: 0 } })
  if (!open) return
  const periods = await em().find(SubscriptionPeriod, { subscriptionId: open.id }, { orderBy: { number: 'asc' } })
  const pauses = await em().find(CreatorPause, { performerId: creator.id })
  const view = await told()
  const [start, moved] = [periods[0]?.startsAt.getTime() ?? 0, Date.parse(view?.paidThrough ?? '')]
  const charged = periods.reduce((sum, { startsAt, endsAt }) => sum + endsAt.getTime() - startsAt.getTime(), 0)
  const paused = pauses.reduce(
    (sum, { startsAt, endsAt }) =>
      sum + Math.max(0, Math.min(endsAt.getTime(), moved) - Math.max(startsAt.getTime(), start)),
    0,
  )
  expect((charged + paused - (moved - start)) / HOUR_MS, life).toBe(0)
}
