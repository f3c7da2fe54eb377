import type { AudiencePart, FanRule } from '@vesper/sync/vesper/records/fan-list.ts'
import { v7 } from 'uuid'
import { expect } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { Session } from '../../../infra/sessions/entity.ts'
import { converse, makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { test } from '../../../testing/fixtures.ts'
import type { TestServer } from '../../../testing/server.ts'
import { setBlock } from '../../community/blocks/commands.ts'
import { User } from '../../people/accounts/entity.ts'
import { Entitlement } from '../../people/grants/entity.ts'
import { membersOf } from './audience-sql.ts'
import { addToFanList } from './commands.ts'
import { countedLists } from './queries.ts'
import { buys, follows, makeList, member, pays } from './testing/fans.ts'

const SECOND = 1000
const DAY = 86_400_000

let count = 0
const another = (server: TestServer) => makePerson(server, `rule_fan_${(count += 1)}`)
type From = { server: TestServer; creator: Person; now?: Date }

async function reached({ server, creator, now = server.app.clock() }: From, parts: AudiencePart[]) {
  return [...(await membersOf(server.app.orm.em.fork(), { performerId: creator.id, parts, now }))].toSorted()
}
const ids = (...people: Person[]) => people.map(({ id }) => id).toSorted()

async function onRule(from: From, rule: FanRule) {
  return reached(from, [{ kind: 'list', listId: await makeList(from.server, from.creator, rule) }])
}

test('followers and subscribers are reached once, those of another creator are not', async ({ server, creator }) => {
  const [both, follower, elsewhere] = [await another(server), await another(server), await another(server)]
  const other = await makePerson(server, `rule_creator_${(count += 1)}`, true)
  const until = new Date(Date.now() + DAY)
  await follows(server, { fan: both, creator })
  await follows(server, { fan: follower, creator })
  await follows(server, { fan: elsewhere, creator: other })
  await member(server, { fan: both, creator, until })
  await member(server, { fan: elsewhere, creator: other, until })
  expect(await reached({ server, creator }, [{ kind: 'followers' }, { kind: 'subscribers' }])).toEqual(
    ids(both, follower),
  )
  expect(await reached({ server, creator }, [{ kind: 'subscribers' }])).toEqual(ids(both))
  expect(await reached({ server, creator }, [])).toEqual([])
})

test('a subscription that ended a second ago is expired, one that ends in a second is not', async ({
  server,
  creator,
}) => {
  const [ended, open] = [await another(server), await another(server)]
  const now = server.app.clock()
  await member(server, { fan: ended, creator, until: new Date(now.getTime() - SECOND) })
  await member(server, { fan: open, creator, until: new Date(now.getTime() + SECOND) })
  expect(await onRule({ server, creator, now }, { kind: 'expired' })).toEqual(ids(ended))
  expect(await onRule({ server, creator, now }, { kind: 'subscribers' })).toEqual(ids(open))
  const listId = await makeList(server, creator, { kind: 'subscribers' })
  const isOn = (at: Date) =>
    server.app.domains.onFanList(server.app.orm.em.fork(), {
      ...{ performerId: creator.id, listId, userId: open.id, now: at },
    })
  expect([await isOn(now), await isOn(new Date(now.getTime() + SECOND))]).toEqual([true, false])
})

test('a list of spenders counts exactly so many tokens, without refunds, of so many days', async ({
  server,
  creator,
}) => {
  const [exact, less, early, late, refunded, card] = [
    ...[await another(server), await another(server), await another(server)],
    ...[await another(server), await another(server), await another(server)],
  ] as [Person, Person, Person, Person, Person, Person]
  const other = await makePerson(server, `rule_creator_${(count += 1)}`, true)
  const now = server.app.clock()
  const before = (ms: number) => new Date(now.getTime() - 90 * DAY + ms)
  await pays(server, { fan: exact, creator, tokens: 300, createdAt: now })
  await pays(server, { fan: exact, creator, tokens: 200, createdAt: now })
  await pays(server, { fan: less, creator, tokens: 499, createdAt: now })
  await pays(server, { fan: less, creator: other, tokens: 500, createdAt: now })
  await pays(server, { fan: early, creator, tokens: 500, createdAt: before(-SECOND) })
  await pays(server, { fan: late, creator, tokens: 500, createdAt: before(SECOND) })
  await pays(server, { fan: refunded, creator, tokens: 600, refundedTokens: 101, createdAt: now })
  // By card: 2,500 cents are 500 tokens of 5 cents.
  await pays(server, { fan: card, creator, tokens: 2500, tokenCents: 1, createdAt: now })
  const rule = { kind: 'spent', tokens: 500, days: 90 } as const
  expect(await onRule({ server, creator, now }, rule)).toEqual(ids(exact, late, card))
})

test('a list of the unseen has fans whose latest activity is so many days ago', async ({ server, creator }) => {
  const [gone, back] = [await another(server), await another(server)]
  const now = server.app.clock()
  for (const fan of [gone, back]) await follows(server, { fan, creator })
  const seen = async (fan: Person, at: Date) =>
    transact(server.app, null, ({ em }) => em.nativeUpdate(Session, { userId: fan.id }, { lastSeenAt: at }))
  await seen(gone, new Date(now.getTime() - 30 * DAY - SECOND))
  await seen(back, new Date(now.getTime() - 30 * DAY + SECOND))
  expect(await onRule({ server, creator, now }, { kind: 'unseen', days: 30 })).toEqual(ids(gone))
})

test('buyers of a thing are those whose purchase was not taken back', async ({ server, creator }) => {
  const [buyer, refunded, stranger] = [await another(server), await another(server), await another(server)]
  const [postId, otherId] = [v7(), v7()]
  await buys(server, { fan: buyer, creator, postId })
  const taken = await buys(server, { fan: refunded, creator, postId })
  await buys(server, { fan: stranger, creator, postId: otherId })
  await transact(server.app, null, ({ em, now }) => em.nativeUpdate(Entitlement, { id: taken.id }, { revokedAt: now }))
  expect(await onRule({ server, creator }, { kind: 'bought', objectType: 'feed', objectId: postId })).toEqual(
    ids(buyer),
  )
})

test('a list of fans who never bought has followers and subscribers, also those who tipped', async ({
  server,
  creator,
}) => {
  const [follower, tipper, buyer, refunded] = [
    ...[await another(server), await another(server), await another(server), await another(server)],
  ] as [Person, Person, Person, Person]
  for (const fan of [follower, tipper, buyer, refunded]) await follows(server, { fan, creator })
  await pays(server, { fan: tipper, creator })
  await pays(server, { fan: buyer, creator, type: 'feed' })
  await pays(server, { fan: refunded, creator, type: 'feed', refundedTokens: 100 })
  expect(await onRule({ server, creator }, { kind: 'never-bought' })).toEqual(ids(follower, tipper, refunded))
})

test('blocked and closed accounts are on no list', async ({ server, creator }) => {
  const [here, blocked, closed] = [await another(server), await another(server), await another(server)]
  const listId = await makeList(server, creator)
  for (const fan of [here, blocked, closed]) {
    await converse(server, fan, creator)
    await pays(server, { fan, creator })
    await transact(server.app, creator.actor, (tx) => addToFanList(tx, { listId, userId: fan.id }))
  }
  const list: AudiencePart[] = [{ kind: 'list', listId }]
  expect(await reached({ server, creator }, list)).toEqual(ids(here, blocked, closed))
  await transact(server.app, creator.actor, (tx) => setBlock(tx, { userId: blocked.id, blocked: true, reason: '' }))
  await transact(server.app, null, async ({ em }) => {
    Object.assign(await em.findOneOrFail(User, { id: closed.id }), { status: 'suspended' })
  })
  expect(await reached({ server, creator }, list)).toEqual(ids(here))
  expect(await onRule({ server, creator }, { kind: 'spent', tokens: 1, days: 90 })).toEqual(ids(here))
  const isOn = (userId: string) =>
    server.app.domains.onFanList(server.app.orm.em.fork(), {
      ...{ performerId: creator.id, listId, userId },
      now: server.app.clock(),
    })
  expect([await isOn(here.id), await isOn(blocked.id)]).toEqual([true, false])
})

test('a list of another creator is not found', async ({ server, creator }) => {
  const other = await makePerson(server, `rule_creator_${(count += 1)}`, true)
  const listId = await makeList(server, other)
  await expect(reached({ server, creator }, [{ kind: 'list', listId }])).rejects.toMatchObject({ kind: 'not-found' })
  await expect(reached({ server, creator }, [{ kind: 'list', listId: v7() }])).rejects.toMatchObject({
    kind: 'not-found',
  })
})

test('all lists are counted at once as each is alone, without closed and blocked accounts', async ({
  server,
  creator,
}) => {
  const [buyer, subscriber, follower, blocked, closed] = [
    ...[await another(server), await another(server), await another(server)],
    ...[await another(server), await another(server)],
  ] as [Person, Person, Person, Person, Person]
  const postId = v7()
  for (const fan of [buyer, subscriber, follower, blocked, closed]) await follows(server, { fan, creator })
  for (const fan of [buyer, blocked]) await pays(server, { fan, creator, type: 'feed', targetId: postId })
  for (const fan of [buyer, closed]) await buys(server, { fan, creator, postId })
  await member(server, { fan: subscriber, creator, until: new Date(Date.now() + DAY) })
  await member(server, { fan: follower, creator, until: new Date(Date.now() - DAY) })
  const em = server.app.orm.em.fork()
  await em.nativeUpdate(Session, { userId: { $in: [buyer.id, subscriber.id] } }, { lastSeenAt: new Date() })
  await em.nativeUpdate(Session, { userId: follower.id }, { lastSeenAt: new Date(Date.now() - 20 * DAY) })
  const rules: (FanRule | undefined)[] = [
    ...([{ kind: 'subscribers' }, { kind: 'expired' }, { kind: 'never-bought' }] as const),
    ...([
      { kind: 'spent', tokens: 1, days: 90 },
      { kind: 'spent', days: 90, tokens: 1 },
    ] as const),
    ...([
      { kind: 'spent', tokens: 101, days: 90 },
      { kind: 'unseen', days: 10 },
      { kind: 'unseen', days: 30 },
    ] as const),
    ...([{ kind: 'bought', objectType: 'feed', objectId: postId }] as const),
    ...([{ kind: 'bought', objectType: 'product', objectId: v7() }, undefined, undefined] as const),
  ]
  const lists: string[] = []
  for (const rule of rules) lists.push(await makeList(server, creator, rule))
  const byHand = lists.at(-1) ?? ''
  for (const fan of [buyer, subscriber, blocked]) {
    await transact(server.app, creator.actor, (tx) => addToFanList(tx, { listId: byHand, userId: fan.id }))
  }
  await transact(server.app, creator.actor, (tx) => setBlock(tx, { userId: blocked.id, blocked: true } as never))
  await em.nativeUpdate(User, { id: closed.id }, { status: 'suspended' })
  const now = server.app.clock()
  const alone = new Map<string, number>()
  for (const listId of lists) {
    alone.set(listId, (await reached({ server, creator, now }, [{ kind: 'list', listId }])).length)
  }
  const counted = await countedLists(server.app.orm.em.fork(), creator.id, now)
  expect(new Map(counted.map(({ _id, count }) => [_id, count]))).toEqual(alone)
  expect(lists.map((id) => alone.get(id))).toEqual([1, 1, 2, 1, 1, 0, 1, 0, 1, 0, 0, 2])
  expect(await countedLists(server.app.orm.em.fork(), v7(), now)).toEqual([])
})
