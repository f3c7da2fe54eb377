import type { Post as PostRecord } from '@vesper/sync/vesper/records/post.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { removePost, updatePost } from '../../content/posts/commands.ts'
import { postWithPhoto } from '../../content/posts/testing/post-with-photo.ts'
import { setFollow } from '../follows/commands.ts'
import { grantEntitlement, revokeEntitlement, setMembership } from './commands.ts'
import { endMemberships } from './end-memberships.ts'
import { Entitlement, Membership } from './entity.ts'

const HOUR_MS = 3_600_000
const SECRET = 'the door is behind the bakery'

let server: TestServer
let elapsedMs = 0
/** The clock stands here while a test looks at a moment right before an end. */
let stoppedAt: number | null = null
let creator: Person
let fan: Person
let phone: TestDevice
let laptop: TestDevice
let count = 0

beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date((stoppedAt ?? Date.now()) + elapsedMs) })
})
afterAll(() => server.stop())

beforeEach(async () => {
  count += 1
  elapsedMs = 0
  stoppedAt = null
  creator = await makePerson(server, `creator_${count}`, true)
  fan = await makePerson(server, `fan_${count}`)
  await transact(server.app, fan.actor, (tx) => setFollow(tx, { performerId: creator.id, following: true }))
  phone = new TestDevice(server, fan)
  laptop = new TestDevice(server, fan)
})

test('a grant opens a locked post on each device with its next sync, and its loss closes it, the photo included', async () => {
  const { postId, fileId } = await postWithPhoto(server, creator, { text: SECRET, access: 'paid', price: 5 })
  const other = await postWithPhoto(server, creator, { text: SECRET, access: 'paid', price: 5 })
  for (const device of [phone, laptop]) {
    await device.syncAll()
    expect(heldBy(device, postId)).toMatchObject({ isLocked: true, files: [], fileCount: 1 })
  }
  await grant(postId)
  for (const device of [phone, laptop]) {
    await device.sync()
    expect(heldBy(device, postId)).toMatchObject({ isLocked: false, text: SECRET, files: [{ _id: fileId }] })
    expect(heldBy(device, other.postId), 'nothing else opens').toMatchObject({ isLocked: true, files: [] })
    expect(device.all('grants')).toMatchObject([{ kind: 'entitlement', objectId: postId, performerId: creator.id }])
  }
  const { url = '' } = heldBy(phone, postId)?.files[0] ?? {}
  expect(await statusOf(url, fan)).toBe(200)
  await transact(server.app, null, (tx) => revokeEntitlement(tx, owned(postId)))
  expect(await statusOf(url, fan)).toBe(404)
  for (const device of [phone, laptop]) {
    const answer = await device.sync()
    expect(heldBy(device, postId)).toMatchObject({ isLocked: true, files: [], fileCount: 1 })
    expect(JSON.stringify(answer)).not.toContain(SECRET)
    expect(JSON.stringify(answer)).not.toContain(fileId)
    expect(device.all('grants')).toEqual([])
    expect(new Set(Object.values(await device.verify()))).toEqual(new Set(['same']))
  }
})

test('a membership opens what is for subscribers, runs out by itself, and a device hears of it from the job', async () => {
  const { postId } = await postWithPhoto(server, creator, { text: SECRET, access: 'subscribers' })
  const paid = await postWithPhoto(server, creator, { text: SECRET, access: 'paid', price: 5 })
  await phone.syncAll()
  stoppedAt = Date.now()
  await join(HOUR_MS)
  await phone.sync()
  expect(heldBy(phone, postId)).toMatchObject({ isLocked: false, text: SECRET })
  expect(heldBy(phone, paid.postId)).toMatchObject({ isLocked: true })
  const { url = '' } = heldBy(phone, postId)?.files[0] ?? {}
  expect(await statusOf(url, fan)).toBe(200)
  elapsedMs = HOUR_MS - 1000
  expect(await endMemberships(server.app), 'a second too early').toBe(0)
  expect(await statusOf(url, fan)).toBe(200)
  elapsedMs = HOUR_MS + 1000
  expect(await statusOf(url, fan), 'the access ends with the time').toBe(404)
  expect(await endMemberships(server.app)).toBe(1)
  expect(await endMemberships(server.app), 'each is told once').toBe(0)
  await phone.sync()
  expect(heldBy(phone, postId)).toMatchObject({ isLocked: true, files: [] })
  expect(phone.all('grants')).toEqual([])
})

test('a membership that is prolonged in time does not end', async () => {
  stoppedAt = Date.now()
  await join(HOUR_MS)
  elapsedMs = HOUR_MS - 1000
  await join(HOUR_MS)
  elapsedMs = HOUR_MS + 1000
  expect(await endMemberships(server.app)).toBe(0)
  await phone.syncAll()
  expect(phone.all('grants')).toMatchObject([{ kind: 'membership', performerId: creator.id }])
  expect(await server.app.orm.em.fork().count(Membership, { userId: fan.id })).toBe(1)
})

test('an owner keeps a post that its author archives or removes', async () => {
  const { postId, fileId } = await postWithPhoto(server, creator, { text: SECRET, access: 'paid', price: 5 })
  await grant(postId)
  await change(postId, 'archived')
  await phone.syncAll()
  expect(heldBy(phone, postId)).toMatchObject({ status: 'archived', text: SECRET, files: [{ _id: fileId }] })
  await change(postId, 'removed')
  await phone.syncAll()
  expect(heldBy(phone, postId)).toMatchObject({ status: 'archived', text: SECRET, files: [{ _id: fileId }] })
})

test('the same right given at once, on several connections, is one', async () => {
  const { postId } = await postWithPhoto(server, creator, { text: SECRET, access: 'paid', price: 5 })
  await Promise.all(Array.from({ length: 6 }, () => grant(postId)))
  await Promise.all(Array.from({ length: 6 }, () => join(HOUR_MS)))
  const em = server.app.orm.em.fork()
  expect(await em.count(Entitlement, { userId: fan.id })).toBe(1)
  expect(await em.count(Membership, { userId: fan.id })).toBe(1)
})

function owned(objectId: string) {
  return { userId: fan.id, objectType: 'feed', objectId } as const
}

function grant(objectId: string) {
  const granted = { ...owned(objectId), performerId: creator.id, source: 'purchase' } as const
  return transact(server.app, null, (tx) => grantEntitlement(tx, granted))
}

/** A membership from now on, for so long. */
function join(ms: number) {
  return transact(server.app, null, (tx) =>
    setMembership(tx, {
      ...{ userId: fan.id, performerId: creator.id, kind: 'subscription' },
      accessUntil: new Date(tx.now.getTime() + ms),
    }),
  )
}

function heldBy(device: TestDevice, postId: string): PostRecord | undefined {
  return device.all<PostRecord>('posts').find(({ _id }) => _id === postId)
}

async function statusOf(url: string, { token }: Person): Promise<number> {
  return (await fetch(server.url + url, { headers: { authorization: `Bearer ${token}` } })).status
}

async function change(postId: string, to: 'archived' | 'removed'): Promise<void> {
  await transact(server.app, creator.actor, async (tx) => {
    if (to === 'removed') await removePost(tx, { _id: postId })
    else await updatePost(tx, { _id: postId, changes: { archived: true } })
  })
}

test.each([
  ['gift', 'subscription'],
  ['subscription', 'gift'],
] as const)('of a longer %s and a shorter %s the later end stands, in both orders', async (longer, shorter) => {
  const ends = { [longer]: new Date(Date.now() + 9 * HOUR_MS), [shorter]: new Date(Date.now() + 4 * HOUR_MS) }
  for (const order of [
    [longer, shorter],
    [shorter, longer],
  ] as const) {
    const one = await makePerson(server, `member_${count}_${order.join('_')}`.slice(0, 30))
    const pair = { userId: one.id, performerId: creator.id }
    for (const kind of order)
      await transact(server.app, null, (tx) =>
        setMembership(tx, { ...pair, kind, accessUntil: ends[kind] ?? new Date() }),
      )
    expect(await server.app.orm.em.fork().findOneOrFail(Membership, pair)).toMatchObject({
      ...{ kind: longer, accessUntil: ends[longer], endedAt: null },
    })
  }
})
