import { randomUUID } from 'node:crypto'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import type { Follow as FollowRecord } from '@vesper/sync/vesper/records/follow.ts'
import { FOLLOWS_MAX } from '@vesper/sync/vesper/records/follow.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { deadTokens, makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { mutation, TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { User } from '../accounts/entity.ts'
import { call } from '../accounts/testing/api.ts'
import { Performer } from '../performers/entity.ts'
import { Follow } from './entity.ts'

let server: TestServer
let fan: Person
let other: Person
let creator: Person
let count = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

beforeEach(async () => {
  count += 1
  fan = await makePerson(server, `fan_${count}`)
  other = await makePerson(server, `other_${count}`)
  creator = await makePerson(server, `creator_${count}`, true)
})

test('following and unfollowing, however often and at once, is following or not', async () => {
  for (const method of ['POST', 'DELETE'] as const) {
    const answers = await Promise.all(Array.from({ length: 5 }, () => follow(fan, creator.id, method)))
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([200, { _id: creator.id, following: method === 'POST' }])
    }
    expect(await followers()).toEqual(method === 'POST' ? [fan.id] : [])
  }
})

test('a follow that changes nothing raises no space', async () => {
  await follow(fan, creator.id)
  const before = await versions()
  await follow(fan, creator.id)
  await follow(other, creator.id, 'DELETE')
  expect(await versions()).toEqual(before)
})

test('fans and creators follow active creators, nobody else and not themselves', async () => {
  const star = await makePerson(server, `star_${count}`, true)
  const gone = await makePerson(server, `gone_${count}`, true)
  await setStatus(gone, 'suspended')
  const attempts: [Person, string, number, string | undefined][] = [
    [fan, creator.id, 200, undefined],
    [star, creator.id, 200, undefined],
    [creator, creator.id, 400, 'You cannot follow yourself.'],
    [creator, creator.id.toUpperCase(), 400, 'You cannot follow yourself.'],
    [fan, other.id, 404, 'There is no such creator.'],
    [fan, gone.id, 404, 'There is no such creator.'],
    [fan, randomUUID(), 404, 'There is no such creator.'],
    [fan, 'nobody', 400, 'This id is not valid.'],
  ]
  for (const [from, to, status, message] of attempts) {
    const answer = await follow(from, to)
    expect([answer.status, answer.body['message']]).toEqual([status, message])
  }
})

test('a creator who is gone can still be unfollowed, and stays in the list until then', async () => {
  await follow(fan, creator.id)
  await setStatus(creator, 'deactivated')
  expect(await following(fan)).toMatchObject({ total: 1, data: [{ _id: creator.id, isActive: false }] })
  expect((await follow(fan, creator.id, 'DELETE')).status).toBe(200)
  expect((await follow(fan, randomUUID(), 'DELETE')).status).toBe(200)
  expect(await following(fan)).toMatchObject({ total: 0, data: [] })
})

test('an account follows so many creators at most', async () => {
  const many = Array.from({ length: FOLLOWS_MAX }, () => randomUUID())
  await server.app.orm.em
    .fork()
    .execute('insert into follow (follower_id, performer_id, created_at) select ?, unnest(?::uuid[]), now()', [
      fan.id,
      `{${many.join()}}`,
    ])
  const { status, body } = await follow(fan, creator.id)
  expect([status, body['message']]).toEqual([403, 'You follow 2000 creators, which is the most an account can follow.'])
  await follow(fan, many[0] ?? '', 'DELETE')
  expect((await follow(fan, creator.id)).status).toBe(200)
})

test('each call needs a session that holds; followers are for creators', async () => {
  const { revoked, expired } = await deadTokens(server, fan.user)
  for (const target of [`POST /follows/${creator.id}`, `DELETE /follows/${creator.id}`] as const) {
    for (const token of [undefined, 'nonsense', revoked, expired]) {
      expect((await call(server, target, { token })).status).toBe(401)
    }
  }
  expect((await call(server, 'GET /follows/followers', { token: fan.token })).status).toBe(403)
  expect(await followers()).toEqual([])
})

test('followers and followed come by page, in order, are found by name, and are one’s own only', async () => {
  const star = await makePerson(server, `star_${count}`, true)
  for (const [from, to] of [
    [fan, creator],
    [other, creator],
    [fan, star],
  ] as const)
    await follow(from, to.id)
  const list = async (person: Person, query: string) => {
    const { body } = await call(server, `GET /follows/followers${query}`, { token: person.token })
    return [(body['data'] as { _id: string }[]).map(({ _id }) => _id), body['total']]
  }
  expect(await list(creator, '')).toEqual([[other.id, fan.id], 2])
  expect(await list(creator, '?sort=asc&pageSize=1')).toEqual([[fan.id], 2])
  expect(await list(creator, '?sort=asc&pageSize=1&current=2')).toEqual([[other.id], 2])
  expect(await list(creator, '?sortBy=name&sort=asc')).toEqual([[fan.id, other.id], 2])
  expect(await list(creator, `?q=FAN_${count}`)).toEqual([[fan.id], 1])
  expect(await list(star, '')).toEqual([[fan.id], 1])
  expect(await following(fan)).toMatchObject({
    total: 2,
    data: [{ _id: star.id }, { _id: creator.id, isActive: true }],
  })
  expect(await following(other)).toMatchObject({ total: 1 })
  const { body } = await call(server, 'GET /follows/followers', { token: star.token })
  expect(JSON.stringify(body)).not.toContain('@')
  for (const query of ['?sortBy=email', '?pageSize=0', '?current=x']) {
    expect((await call(server, `GET /follows/following${query}`, { token: fan.token })).status).toBe(400)
  }
})

test('the list of followers names no creator who is closed to others', async () => {
  const star = await makePerson(server, `star_${count}`, true)
  for (const person of [fan, star]) await follow(person, creator.id)
  const listed = async () => {
    const { body } = await call(server, 'GET /follows/followers', { token: creator.token })
    return [(body['data'] as { _id: string }[]).map(({ _id }) => _id), body['total']]
  }
  expect(await listed()).toEqual([[star.id, fan.id], 2])
  await setVerification(star, 'rejected')
  expect(await listed()).toEqual([[fan.id], 1])
  await setVerification(star, 'approved')
  expect(await listed()).toEqual([[star.id, fan.id], 2])
})

test('a follower has the creator’s channel, from the next pull until the end of the follow', async () => {
  const [device, second] = [new TestDevice(server, fan), new TestDevice(server, fan)]
  await second.syncAll()
  const { outcomes } = await device.sync([mutation('follow.set', { performerId: creator.id, following: true })])
  expect(outcomes).toMatchObject([{ status: 'applied' }])
  await second.syncAll()
  for (const each of [device, second]) {
    expect(each.all<FollowRecord>('follows')).toMatchObject([{ _id: creator.id, followerId: fan.id }])
    expect(each.all<Creator>('creators')).toMatchObject([{ _id: creator.id, username: `creator_${count}` }])
  }
  await rename(creator, 'Another name')
  await device.syncAll()
  expect(device.all('creators')).toMatchObject([{ name: 'Another name' }])

  const answer = await device.sync([mutation('follow.set', { performerId: creator.id, following: false })])
  expect(answer.gone).toEqual([`p:${creator.id}`])
  await second.syncAll()
  for (const each of [device, second]) expect([each.all('follows'), each.all('creators')]).toEqual([[], []])
})

test('the last of several intentions in one push stands', async () => {
  const device = new TestDevice(server, fan)
  for (const intentions of [
    [true, false, true],
    [false, true],
    [true, false],
  ]) {
    const queued = intentions.map((following) => mutation('follow.set', { performerId: creator.id, following }))
    const { outcomes } = await device.sync(queued)
    expect(outcomes.map(({ status }) => status)).toEqual(intentions.map(() => 'applied'))
    const stands = intentions.at(-1) ?? false
    expect([device.all('follows').length, device.all('creators').length]).toEqual(stands ? [1, 1] : [0, 0])
    expect(await followers()).toEqual(stands ? [fan.id] : [])
  }
})

test('a creator has the own channel, and nobody has the one of a creator who is gone', async () => {
  const [own, follower] = [new TestDevice(server, creator), new TestDevice(server, fan)]
  await follow(fan, creator.id)
  await Promise.all([own.syncAll(), follower.syncAll()])
  expect([own.all('creators').length, follower.all('creators').length]).toEqual([1, 1])
  await setStatus(creator, 'suspended')
  await follower.syncAll()
  expect([follower.all('creators'), follower.all('follows').length]).toEqual([[], 1])
  await setStatus(creator, 'active')
  await follower.syncAll()
  expect(follower.all('creators')).toMatchObject([{ _id: creator.id }])
})

test('a creator’s change is one row, however many follow', async () => {
  for (const person of [fan, other]) await follow(person, creator.id)
  const before = await versions()
  await rename(creator, 'Renamed')
  const after = await versions()
  const raised = Object.keys(after).filter((space) => after[space] !== before[space])
  expect(raised.toSorted()).toEqual([`p:${creator.id}`, `u:${creator.id}`])
})

test('ignores the creator’s card that a device sends', async () => {
  const card = { ...{ _id: creator.id, name: 'Forged', username: 'forged', avatar: null, isPerformer: true } }
  const performer = { ...card, bio: '', cover: null, country: null, verified: false, createdAt: '' }
  const device = new TestDevice(server, fan)
  await device.sync([mutation('follow.set', { performerId: creator.id, following: true, performer })])
  expect(device.all('creators')).toMatchObject([{ name: `creator_${count}`, verified: true }])
})

function follow(from: Person, id: string, method: 'POST' | 'DELETE' = 'POST') {
  return call(server, `${method} /follows/${id}`, { token: from.token })
}

async function following({ token }: Person) {
  return (await call(server, 'GET /follows/following', { token })).body
}

async function followers(): Promise<string[]> {
  const rows = await server.app.orm.em.fork().find(Follow, { performerId: creator.id })
  return rows.map(({ followerId }) => followerId)
}

async function setStatus({ id }: Person, status: User['status']): Promise<void> {
  await transact(server.app, null, async ({ em }) => void ((await em.findOneOrFail(User, { id })).status = status))
}

async function setVerification({ id: userId }: Person, verification: 'approved' | 'rejected'): Promise<void> {
  await transact(server.app, null, async ({ em }) => {
    ;(await em.findOneOrFail(Performer, { userId })).verification = verification
  })
}

async function rename({ id }: Person, name: string): Promise<void> {
  await transact(server.app, null, async ({ em }) => void ((await em.findOneOrFail(User, { id })).name = name))
}

async function versions(): Promise<Record<string, number>> {
  const rows = await server.app.orm.em
    .fork()
    .execute<{ id: string; version: string }[]>('select id, version from space')
  return Object.fromEntries(rows.map(({ id, version }) => [id, Number(version)]))
}
