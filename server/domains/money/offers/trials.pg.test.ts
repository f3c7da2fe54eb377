import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { headHtml } from '../../../infra/heads/head-html.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { postWithPhoto } from '../../content/posts/testing/post-with-photo.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { setMembership } from '../../people/grants/commands.ts'
import { endMemberships } from '../../people/grants/end-memberships.ts'
import { Membership } from '../../people/grants/entity.ts'
import { Performer } from '../../people/performers/entity.ts'
import { Charge } from '../money/charges/entity.ts'
import { brokenRules, fillWallet } from '../money/testing/books.ts'
import { PaymentCard } from '../payments/cards/entity.ts'
import { PaymentOrder } from '../payments/orders/entity.ts'
import { saveCard } from '../payments/testing/pay.ts'
import { Subscription } from '../subscriptions/entity.ts'
import { renewDue } from '../subscriptions/renewal/renew.ts'
import { daysAfter } from '../subscriptions/terms.ts'
import { seesPost } from '../subscriptions/testing/by-card.ts'
import { join } from '../subscriptions/testing/subscribe.ts'
import { newPair, startTermServer } from '../subscriptions/testing/term-server.ts'
import { OfferUse } from './entity.ts'
import { joinPages } from './join-pages.ts'
import { trialFansOf, trialsOf } from './queries.ts'
import { lookAt, offerTrial, startTrial } from './testing/make.ts'

const DAY_MS = 86_400_000
const ENDED = [404, 'This offer has ended.']

let server: TestServer
let creator: Person
let fan: Person
let now = new Date()
let count = 0

beforeAll(async () => {
  server = await startTermServer({ clock: () => now })
})
beforeEach(async () => {
  count += 1
  ;({ creator, fan } = await newPair(server))
})
afterAll(async () => {
  expect(await brokenRules(server)).toEqual([])
  await server.stop()
})

const em = () => server.app.orm.em.fork()
const said = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body['message']]
const daysFromNow = (days: number) => new Date(now.getTime() + days * DAY_MS)

test('a trial opens what is for subscribers, ends by itself, and costs nothing in 90 days', async () => {
  const { postId } = await postWithPhoto(server, creator, { text: 'For members', access: 'subscribers' })
  const { code } = await offerTrial(server, creator, { days: 7 })
  await saveCard(server, fan)
  await fillWallet(server, fan.id, { paid: 1000 })
  expect((await lookAt(server, code)).body).toMatchObject({ kind: 'trial', days: 7, canUse: true, prices: [] })
  const _id = randomUUID()
  const [first, again] = [
    await startTrial(server, { ...fan, code, _id }),
    await startTrial(server, { ...fan, code, _id }),
  ]
  expect([first.status, again.status]).toEqual([201, 200])
  expect(first.body).toMatchObject({ accessUntil: daysFromNow(7).toISOString(), performer: { _id: creator.id } })
  expect(await seesPost(server, fan, postId)).toBe(true)
  expect((await call(server, 'GET /trials', { token: fan.token })).body).toMatchObject({ total: 1 })
  const { body } = await call(server, 'GET /performer/trials', { token: creator.token })
  expect(body).toMatchObject({ data: [{ fan: { _id: fan.id } }], total: 1 })
  const was = now
  try {
    for (let day = 1; day <= 90; day++) {
      now = new Date(was.getTime() + day * DAY_MS)
      await renewDue(server.app)
      await endMemberships(server.app)
      expect(await seesPost(server, fan, postId), `day ${day}`).toBe(day < 7)
    }
    expect(await em().count(Charge, { fanId: fan.id })).toBe(0)
    expect(await em().count(PaymentOrder, { userId: fan.id })).toBe(0)
    expect(await em().count(Subscription, { userId: fan.id })).toBe(0)
    expect(await em().findOneOrFail(Membership, { userId: fan.id })).toMatchObject({
      kind: 'trial',
      endedAt: daysAfter(was, 7),
    })
  } finally {
    now = was
  }
})

test('a creator gives one trial to an account, whatever the offer', async () => {
  const [one, other] = [await offerTrial(server, creator, { days: 7 }), await offerTrial(server, creator, { days: 30 })]
  expect((await startTrial(server, { ...fan, code: one.code })).status).toBe(201)
  expect(said(await startTrial(server, { ...fan, code: one.code }))).toEqual(ENDED)
  expect(said(await startTrial(server, { ...fan, code: other.code }))).toEqual(ENDED)
  const details = [{ path: 'used', message: creator.user.username }]
  expect((await lookAt(server, one.code, fan)).body).toMatchObject({ details })
  expect(said(await lookAt(server, other.code, fan))).toEqual(ENDED)
})

test('two accounts with one card have one trial of a creator, at once too', async () => {
  const twin = await makePerson(server, `trial_twin_${count}`)
  const [own, same] = [await saveCard(server, fan), await saveCard(server, twin)]
  // The sandbox has other cards for each customer.
  const { fingerprint } = await em().findOneOrFail(PaymentCard, { id: own })
  await em().nativeUpdate(PaymentCard, { id: same }, { fingerprint })
  const offers = [
    await offerTrial(server, creator, { days: 7 }),
    await offerTrial(server, creator, { days: 7 }),
  ] as const
  const answers = await Promise.all([
    startTrial(server, { ...fan, code: offers[0].code }),
    startTrial(server, { ...twin, code: offers[1].code }),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 404])
  expect(await em().count(OfferUse, { performerId: creator.id })).toBe(1)
  // Another creator knows nothing of it.
  const other = await makePerson(server, `trial_other_${count}`, true)
  const { code } = await offerTrial(server, other, { days: 7 })
  expect((await startTrial(server, { ...fan, code })).status).toBe(201)
  expect(said(await startTrial(server, { ...twin, code }))).toEqual(ENDED)
})

test('16 fans at once for the last use: one has it', async () => {
  const { code } = await offerTrial(server, creator, { days: 7, usesMax: 1 })
  const fans = await Promise.all(Array.from({ length: 16 }, (_, n) => makePerson(server, `trial_rush_${count}_${n}`)))
  const answers = await Promise.all(fans.map((one) => startTrial(server, { ...one, code })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(15)
  expect(said(await lookAt(server, code))).toEqual(ENDED)
})

test('the later end stands beside a gift and a subscription', async () => {
  const { code } = await offerTrial(server, creator, { days: 7 })
  const pair = { userId: fan.id, performerId: creator.id }
  const gift = { ...pair, kind: 'gift', accessUntil: daysFromNow(20) } as const
  await transact(server.app, null, (tx) => setMembership(tx, gift))
  expect((await startTrial(server, { ...fan, code })).body).toMatchObject({
    accessUntil: daysFromNow(20).toISOString(),
  })
  expect(await em().findOneOrFail(Membership, pair)).toMatchObject({ kind: 'gift' })
  const second = await makePerson(server, `trial_second_${count}`)
  await fillWallet(server, second.id, { paid: 200 })
  await startTrial(server, { ...second, code })
  await join(server, second, { to: creator })
  const held = await em().findOneOrFail(Membership, { userId: second.id })
  expect(held.kind).toBe('subscription')
  expect(held.accessUntil.getTime()).toBeGreaterThan(daysFromNow(27).getTime())
})

test('each reason not to have an offer is one answer', async () => {
  const gone = await offerTrial(server, creator, { days: 7 })
  await call(server, `DELETE /performer/offers/${gone.id}`, { token: creator.token })
  const past = await offerTrial(server, creator, { days: 7, endsAt: new Date(now.getTime() + 1000).toISOString() })
  const expired = await offerTrial(server, creator, { days: 7, audience: 'expired' })
  const listed = await offerTrial(server, creator, { days: 7, audience: 'list', listId: randomUUID() })
  const open = await offerTrial(server, creator, { days: 7 })
  const fresh = await offerTrial(server, creator, { days: 7, audience: 'new' })
  const was = now
  try {
    for (const code of ['NOBODY-HAS-IT', gone.code, expired.code, listed.code]) {
      expect(said(await startTrial(server, { ...fan, code })), code).toEqual(ENDED)
      expect(said(await lookAt(server, code, fan)), code).toEqual(ENDED)
    }
    now = new Date(now.getTime() + 1000)
    expect(said(await startTrial(server, { ...fan, code: past.code }))).toEqual(ENDED)
  } finally {
    now = was
  }
  expect(said(await startTrial(server, { ...creator, code: open.code })), 'the own one').toEqual(ENDED)
  expect((await lookAt(server, open.code, creator)).body).toMatchObject({ canUse: false })
  const subscriber = await makePerson(server, `trial_subscriber_${count}`)
  await fillWallet(server, subscriber.id, { paid: 200 })
  await join(server, subscriber, { to: creator })
  expect(said(await startTrial(server, { ...subscriber, code: fresh.code })), 'not new').toEqual(ENDED)
  expect((await startTrial(server, { ...fan, code: fresh.code })).status).toBe(201)
})

test('blocked accounts and countries hear the same, whoever blocks', async () => {
  const { code } = await offerTrial(server, creator, { days: 7 })
  const abroad = await makePerson(server, `trial_abroad_${count}`)
  const [blocked, blocker] = [fan, await makePerson(server, `trial_blocker_${count}`)]
  for (const [performer, user] of [
    [creator, blocked],
    [blocker, creator],
  ] as const) {
    const sql = 'insert into block (performer_id, user_id, created_at) values (?, ?, now())'
    await em().execute(sql, [performer.id, user.id])
  }
  await em().execute(`update "user" set country_seen = 'FR' where id = ?`, [abroad.id])
  await em().nativeUpdate(Performer, { userId: creator.id }, { blockedCountries: ['FR'] })
  for (const one of [blocked, blocker, abroad]) {
    expect(said(await lookAt(server, code, one)), one.id).toEqual(ENDED)
    expect(said(await startTrial(server, { ...one, code })), one.id).toEqual(ENDED)
  }
})

test('a creator has the own offers alone, and a code is one creator’s', async () => {
  const made = await offerTrial(server, creator, { days: 7, code: 'Sum\u200bmer 26' })
  expect(made.code).toBe('SUMMER26')
  expect((await lookAt(server, 'summer26')).status).toBe(200)
  const other = await makePerson(server, `trial_rival_${count}`, true)
  await expect(offerTrial(server, other, { days: 7, code: 'SUMMER26' })).rejects.toThrow('This code is in use.')
  await expect(offerTrial(server, other, { days: 7, code: 'ab' })).rejects.toThrow('A code has 4 to 40')
  await expect(offerTrial(server, other, { days: 7, endsAt: now.toISOString() })).rejects.toThrow('in the future')
  await expect(offerTrial(server, other, { days: 7, audience: 'list' })).rejects.toThrow('Choose a list.')
  const changes = { usesMax: 5, endsAt: null, audience: 'new' }
  const change = (token: string) => call(server, `PUT /performer/offers/${made.id}`, { token, body: changes })
  expect((await change(other.token)).status).toBe(404)
  expect((await call(server, `DELETE /performer/offers/${made.id}`, { token: other.token })).status).toBe(404)
  expect((await change(creator.token)).body).toMatchObject({ usesMax: 5, audience: 'new', state: 'active' })
})

test('previews of a link show the creator and the promise, and search engines leave it out', async () => {
  const { code } = await offerTrial(server, creator, { days: 7 })
  const stranger = { userId: null, country: null, now }
  const head = await joinPages.head({ app: server.app, em: em() }, stranger, code.toLowerCase())
  expect(head).toMatchObject({ path: `/join/${code}` })
  expect(head?.title).toContain('7 free days with')
  if (!head) throw new Error('the page has no head')
  const html = headHtml({ head, publicUrl: 'https://vesper.example', siteName: 'Vesper', picture: null })
  expect(html).toContain('<meta name="robots" content="noindex"')
  expect(await joinPages.head({ app: server.app, em: em() }, stranger, 'NOBODY-HAS-IT')).toBeNull()
})

test('a visitor hears nothing of an offer for some alone', async () => {
  const list = await offerTrial(server, creator, { days: 7, audience: 'list', listId: randomUUID() })
  const expired = await offerTrial(server, creator, { days: 7, audience: 'expired' })
  const stranger = { userId: null, country: null, now }
  for (const { code } of [list, expired]) {
    const { status, body } = await lookAt(server, code)
    expect([status, body['message']]).toEqual([403, 'Log in to see this offer.'])
    expect(await joinPages.head({ app: server.app, em: em() }, stranger, code)).toBeNull()
  }
})

test('the rows of those who do not reach each other have no names, and ended trials are told of for a week', async () => {
  const { code } = await offerTrial(server, creator, { days: 7 })
  await startTrial(server, { ...fan, code })
  // Past REST: the sessions end sooner.
  const trials = async () => (await trialsOf(em(), fan.id, now)).data
  const fans = async () => (await trialFansOf(em(), creator.id, now)).data
  const was = now
  try {
    now = daysFromNow(8)
    expect(await trials()).toMatchObject([{ performer: { _id: creator.id, isPerformer: true } }])
    expect(await fans()).toEqual([])
    now = new Date(was.getTime() + 15 * DAY_MS)
    expect(await trials()).toEqual([])
    now = was
    await em().execute('insert into block (performer_id, user_id, created_at) values (?, ?, now())', [
      ...[creator.id, fan.id],
    ])
    expect(await trials()).toMatchObject([{ performer: { name: '', username: null, avatar: null } }])
    expect(await fans()).toMatchObject([{ fan: { _id: fan.id, name: '', username: null } }])
    now = new Date(was.getTime() + 8 * DAY_MS)
    expect(await trials()).toEqual([])
  } finally {
    now = was
  }
})

test('new codes of offers are tried ten times an hour, as coupons are', async () => {
  const limited = await startTestServer({ config: { rateLimits: 'on' } })
  try {
    const { token } = await makePerson(limited, 'guesses_codes', true)
    const body = () => ({
      ...{ _id: randomUUID(), code: `g-${randomUUID().slice(0, 12)}`, kind: 'trial', days: 7 },
      ...{ usesMax: null, endsAt: null, audience: 'all', listId: null },
    })
    const statuses: number[] = []
    for (let n = 0; n < 11; n += 1)
      statuses.push((await call(limited, 'POST /performer/offers', { token, body: body() })).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429])
  } finally {
    await limited.stop()
  }
})
