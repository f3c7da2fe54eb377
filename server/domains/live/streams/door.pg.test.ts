import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { test as base } from '../../../testing/fixtures.ts'
import type { TestServer } from '../../../testing/server.ts'
import { setFollow } from '../../people/follows/commands.ts'
import { grantEntitlement, setMembership } from '../../people/grants/commands.ts'
import { rejectCreator } from '../../people/performers/review/approve-creator.ts'
import { changeSettings as changeSiteSettings } from '../../site/settings/commands.ts'
import { changeSettings } from './change-settings.ts'
import { endStream } from './commands.ts'
import { doorOf } from './door.ts'
import type { Stream } from './entity.ts'
import { begin } from './testing/begin.ts'
import { useMemoryEngine } from './testing/memory-engine.ts'
import { seat } from './testing/seat.ts'

const test = base.extend('engine', { scope: 'file' }, async ({ server }) => useMemoryEngine(server.app))
const HOUR_MS = 3_600_000

async function doorFor({ app }: TestServer, who: Person | { from: string } | null, stream: Stream) {
  const viewer = who && 'from' in who ? { userId: null, country: who.from } : { userId: who?.id ?? null }
  const onlooker = { ...viewer, now: app.clock() }
  return (await doorOf({ app, em: app.orm.em.fork() }, onlooker, stream))?.door ?? null
}

function end({ app }: TestServer, { id }: Stream): Promise<Stream> {
  return transact(app, null, (tx) => endStream(tx, { id, reason: 'performer' }))
}

async function follow({ app }: TestServer, fan: Person, creator: Person): Promise<void> {
  await transact(app, fan.actor, (tx) => setFollow(tx, { performerId: creator.id, following: true }))
}

async function join({ app }: TestServer, fan: Person, creator: Person): Promise<void> {
  const pair = { userId: fan.id, performerId: creator.id, kind: 'subscription' } as const
  await transact(app, null, (tx) => setMembership(tx, { ...pair, accessUntil: new Date(tx.now.getTime() + HOUR_MS) }))
}

test.for([
  ['public', { nobody: 'open', stranger: 'open', follower: 'open', member: 'open', buyer: 'open' }],
  ['followers', { nobody: 'follow', stranger: 'follow', follower: 'open', member: 'open', buyer: 'open' }],
  ['subscribers', { nobody: 'subscribe', stranger: 'subscribe', follower: 'subscribe', member: 'open', buyer: 'open' }],
  ['paid', { nobody: 'pay', stranger: 'pay', follower: 'pay', member: 'pay', buyer: 'open' }],
] as const)('the doors of a stream with the access %s', async ([access, doors], { server, engine, creator, fan }) => {
  expect(engine.name).toBe('embedded')
  const stream = await begin(server, creator, { access, price: access === 'paid' ? 50 : null })
  const [follower, member, buyer] = await Promise.all(
    ['follower', 'member', 'buyer'].map((name) => makePerson(server, `${name}_${randomUUID().slice(0, 8)}`)),
  )
  if (!follower || !member || !buyer) throw new Error('nobody came')
  await follow(server, follower, creator)
  await join(server, member, creator)
  const ticket = { userId: buyer.id, performerId: creator.id, objectType: 'stream', objectId: stream.id } as const
  await transact(server.app, null, (tx) => grantEntitlement(tx, { ...ticket, source: 'purchase' }))
  const found = {
    ...{ nobody: await doorFor(server, null, stream), stranger: await doorFor(server, fan, stream) },
    ...{ follower: await doorFor(server, follower, stream), member: await doorFor(server, member, stream) },
    buyer: await doorFor(server, buyer, stream),
  }
  expect(found).toEqual(doors)
  expect(await doorFor(server, creator, stream)).toBe('open')
  const ended = await end(server, stream)
  expect([await doorFor(server, fan, ended), await doorFor(server, creator, ended)]).toEqual(['over', 'over'])
})

test('a blocked fan, a closed country, and everybody once the creator is closed know of no stream', async ({
  server,
  engine,
  creator,
  fan,
}) => {
  expect(engine.name).toBe('embedded')
  const stream = await begin(server, creator)
  const run = (sql: string, params: string[]) => transact(server.app, null, (tx) => tx.em.execute(sql, params))
  await run('insert into block (performer_id, user_id, created_at) values (?, ?, now())', [creator.id, fan.id])
  expect(await doorFor(server, fan, stream)).toBeNull()
  expect(await doorFor(server, { from: 'DE' }, stream)).toBe('open')
  await run(`update performer set blocked_countries = '{DE}' where user_id = ?`, [creator.id])
  expect(await doorFor(server, { from: 'DE' }, stream)).toBeNull()
  expect(await doorFor(server, { from: 'FR' }, stream)).toBe('open')
  await transact(server.app, null, (tx) => rejectCreator(tx, creator.user.username ?? '', { reason: 'No' }))
  expect(await doorFor(server, { from: 'FR' }, stream)).toBeNull()
})

test('a group show asks for its rate, and a private one is unknown to strangers; a seat opens either', async ({
  server,
  engine,
  creator,
  fan,
}) => {
  expect(engine.name).toBe('embedded')
  const group = await begin(server, creator, { kind: 'group', rate: 20 })
  const show = await begin(server, creator, { kind: 'private', rate: 60 })
  expect([await doorFor(server, fan, group), await doorFor(server, null, group)]).toEqual(['rate', 'rate'])
  expect([await doorFor(server, fan, show), await doorFor(server, null, show)]).toEqual([null, null])
  expect([await doorFor(server, creator, group), await doorFor(server, creator, show)]).toEqual(['open', 'open'])
  const seats = [
    await seat(server, { fan, creator, stream: group }),
    await seat(server, { fan, creator, stream: show }),
  ]
  const doors = async () => [await doorFor(server, fan, group), await doorFor(server, fan, show)]
  for (const status of ['accepted', 'active'] as const) {
    for (const each of seats) await each.become(status)
    expect(await doors()).toEqual(['open', 'open'])
  }
  for (const status of ['ended', 'canceled', 'requested'] as const) {
    for (const each of seats) await each.become(status)
    expect(await doors()).toEqual(['rate', null])
  }
})

test('the owner of the site chooses how many watch a stream that begins, and one that runs keeps its number', async ({
  server,
  engine,
  creator,
  fan,
}) => {
  const choose = (streamViewersMax: number) =>
    transact(server.app, null, (tx) => changeSiteSettings(tx, { streamViewersMax }))
  const unfit = { details: [{ path: 'streamViewersMax', message: 'Choose 1 to 200 viewers.' }] }
  for (const number of [0, 201, 1.5]) await expect(choose(number)).rejects.toMatchObject(unfit)
  await choose(1)
  const stream = await begin(server, creator)
  const inside = await makePerson(server, `inside_${randomUUID().slice(0, 8)}`)
  await choose(2)
  await engine.enter({ room: stream.id, role: 'view', ...inside.actor })
  expect([await doorFor(server, fan, stream), await doorFor(server, inside, stream)]).toEqual(['full', 'open'])
  await expect(engine.enter({ room: stream.id, role: 'view', ...fan.actor })).rejects.toThrow('This stream is full.')
  await end(server, stream)
  const next = await begin(server, creator)
  await engine.enter({ room: next.id, role: 'view', ...inside.actor })
  expect(await doorFor(server, fan, next)).toBe('open')
  // A group show takes no more than the site allows.
  await choose(1)
  await end(server, next)
  await transact(server.app, creator.actor, (tx) => changeSettings(tx, { groupMinimum: 1, groupMaximum: 5 }))
  const group = await begin(server, creator, { kind: 'group', rate: 20 })
  await engine.enter({ room: group.id, role: 'view', ...inside.actor })
  expect(await doorFor(server, fan, group)).toBe('full')
  await choose(50)
})

test('the last place of a room is taken, the next viewer finds it full, and one who is inside does not', async ({
  server,
  engine,
  creator,
  fan,
}) => {
  await transact(server.app, creator.actor, (tx) => changeSettings(tx, { groupMaximum: 2 }))
  const stream = await begin(server, creator, { kind: 'group', rate: 20 })
  const others = await Promise.all([1, 2].map(() => makePerson(server, `inside_${randomUUID().slice(0, 8)}`)))
  for (const other of others) {
    expect(await doorFor(server, fan, stream)).toBe('rate')
    await seat(server, { fan: other, creator, stream })
    await engine.enter({ room: stream.id, role: 'view', ...other.actor })
  }
  expect(await doorFor(server, fan, stream)).toBe('full')
  expect(await doorFor(server, null, stream)).toBe('full')
  for (const one of [...others, creator]) expect(await doorFor(server, one, stream)).toBe('open')
})
