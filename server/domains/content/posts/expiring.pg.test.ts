import type { ArgsOf } from '@vesper/sync/vesper/mutations/registry.ts'
import { sightOf } from '@vesper/sync/vesper/records/post-draft.ts'
import type { Post as PostRecord } from '@vesper/sync/vesper/records/post.ts'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HIDE } from '../../../content/hidden-by-staff.ts'
import { audit } from '../../../infra/audit/audit.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { mutation, TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { setFollow } from '../../people/follows/commands.ts'
import { grantEntitlement } from '../../people/grants/commands.ts'
import { held, outcomeOf, save } from '../drafts/testing/author.ts'
import { publishPost, updatePost } from './commands.ts'
import { Post } from './entity.ts'
import { expireDue, expireDuePosts } from './expire-due.ts'
import { hidePost } from './hide-post.ts'
import { publishDue } from './publish-due.ts'

const HOUR_MS = 3_600_000
const begin = Date.parse('2026-05-01T10:00:00.000Z')
const at = (hours: number, ms = 0) => new Date(begin + hours * HOUR_MS + ms).toISOString()

let server: TestServer
let creator: Person
let now = begin
let count = 0

beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(now) })
})
afterAll(() => server.stop())
beforeEach(async () => {
  now = begin
  count += 1
  creator = await makePerson(server, `ending_${count}`, true)
  await server.app.orm.em.fork().execute('update post set expires_at = null')
})

test('a post is archived at its end and not a millisecond before; others stay', async () => {
  const { id } = await publish({ text: 'ends', expiresAt: at(2), isPinned: true })
  const other = await publish({ text: 'ends later', expiresAt: at(3) })
  const endless = await publish({ text: 'stays' })
  now = begin + 2 * HOUR_MS - 1
  expect([await expireDue(server.app), (await post(id)).status]).toEqual([0, 'published'])
  now = begin + 2 * HOUR_MS
  expect(await expireDue(server.app)).toBe(1)
  expect(await post(id)).toMatchObject({ status: 'archived', isPinned: false, expiresAt: new Date(at(2)) })
  expect([(await post(other.id)).status, (await post(endless.id)).status]).toEqual(['published', 'published'])
})

test('two servers at once and a job that runs again archive a post once', async () => {
  const { id } = await publish({ expiresAt: at(1) })
  now = begin + HOUR_MS
  const both = await Promise.all([expireDue(server.app), expireDue(server.app)])
  expect(both.toSorted((a, b) => a - b)).toEqual([0, 1])
  const { updatedAt } = await post(id)
  now += HOUR_MS
  expect(await expireDue(server.app)).toBe(0)
  expect((await post(id)).updatedAt).toEqual(updatedAt)
})

test('more posts than one transaction takes end together', async () => {
  const posts = Array.from({ length: 103 }, () => publish({ expiresAt: at(1) }))
  await Promise.all(posts)
  now = begin + HOUR_MS
  expect(await expireDue(server.app)).toBe(103)
})

test('the job waits exactly until the next end, also of a post that is yet to go out', async () => {
  await publish({ expiresAt: at(5) })
  await publish({ scheduledAt: at(1), expiresAt: at(2) })
  now = begin + 1_500
  expect(await expireDuePosts.run(server.app, new AbortController().signal)).toBe(2 * HOUR_MS - 1_500)
})

test('a post whose end passes while it waits goes into the feed archived', async () => {
  const { id } = await publish({ scheduledAt: at(1), expiresAt: at(2) })
  now = begin + 3 * HOUR_MS
  await publishDue(server.app)
  expect(await post(id)).toMatchObject({ status: 'archived', seq: 1 })
  // Nothing is left that would wake the job.
  expect(await expireDue(server.app)).toBe(0)
})

test.each([
  ['now', { expiresAt: at(0) }, 'A post ends in the future. Choose a later end.'],
  ['in the past', { expiresAt: at(-1) }, 'A post ends in the future. Choose a later end.'],
  ['as it goes out', { scheduledAt: at(2), expiresAt: at(2) }, 'A post ends after it goes out. Choose a later end.'],
  ['in two years', { expiresAt: at(24 * 730) }, 'A post ends within a year. Choose an earlier end.'],
])('an end %s is refused, by every way into the feed', async (_when, given, message) => {
  const refusal = { kind: 'invalid', message }
  await expect(publish(given)).rejects.toMatchObject(refusal)
  const { status, body } = await call(server, 'POST /performer/feeds', {
    token: creator.token,
    body: { text: 'ends', ...given },
  })
  expect([status, body['message']]).toEqual([400, message])
  const device = new TestDevice(server, creator)
  const _id = v7()
  await device.sync([save(_id, { changes: { text: 'ends', ...given } })])
  const publication = mutation('draft.publish', { _id, seen: sightOf(held(device)) })
  expect(await outcomeOf(device, [publication])).toEqual([['invalid', message]])
  expect(held(device)).toMatchObject({ _id, expiresAt: given.expiresAt })
})

test('a draft carries its end into the post, and a draft without one has the sight of older apps', async () => {
  const device = new TestDevice(server, creator)
  const _id = v7()
  await device.sync([save(_id, { changes: { text: 'ends', expiresAt: at(2) } })])
  const { expiresAt: _, ...older } = held(device)
  expect(sightOf({ ...older, expiresAt: null })).not.toBe(sightOf(held(device)))
  expect(sightOf(older as never)).toBe(sightOf({ ...older, expiresAt: null }))
  await device.sync([mutation('draft.publish', { _id, seen: sightOf(held(device)) })])
  expect(device.all<PostRecord>('posts')).toMatchObject([{ _id, status: 'published', expiresAt: at(2) }])
})

test('an end is changed and taken away until it comes; the last arrival stands', async () => {
  const { id: _id } = await publish({ expiresAt: at(2) })
  expect(await update(_id, { expiresAt: at(4) })).toMatchObject({ expiresAt: new Date(at(4)) })
  await expect(update(_id, { expiresAt: at(-1) })).rejects.toMatchObject({ kind: 'invalid' })
  now = begin + 3 * HOUR_MS
  expect(await expireDue(server.app)).toBe(0)
  expect((await update(_id, { expiresAt: null })).expiresAt).toBeNull()
  now = begin + 5 * HOUR_MS
  expect([await expireDue(server.app), (await post(_id)).status]).toEqual([0, 'published'])
})

test('the time of a scheduled post does not move behind its end', async () => {
  const { id } = await publish({ scheduledAt: at(1), expiresAt: at(2) })
  await expect(update(id, { scheduledAt: at(2) })).rejects.toMatchObject({ kind: 'invalid' })
  expect(await update(id, { scheduledAt: at(2), expiresAt: at(3) })).toMatchObject({ expiresAt: new Date(at(3)) })
})

test('a post that is shown again after its end has none, unless it is given one', async () => {
  const { id } = await publish({ expiresAt: at(1) })
  now = begin + 2 * HOUR_MS
  await expireDue(server.app)
  expect(await update(id, { archived: false })).toMatchObject({ status: 'published', expiresAt: null })
  await update(id, { archived: true })
  expect(await update(id, { archived: false, expiresAt: at(3) })).toMatchObject({ expiresAt: new Date(at(3)) })
})

test('buyers keep a post after its end; a follower keeps it until contact', async () => {
  const [buyer, follower] = [await makePerson(server, `buyer_${count}`), await makePerson(server, `follower_${count}`)]
  const { id } = await publish({ text: 'Sold', access: 'paid', price: 5, expiresAt: at(1) })
  const { id: free } = await publish({ text: 'Free', expiresAt: at(1) })
  for (const { actor } of [buyer, follower]) {
    await transact(server.app, actor, (tx) => setFollow(tx, { performerId: creator.id, following: true }))
  }
  const owned = { userId: buyer.id, performerId: creator.id, objectType: 'feed', objectId: id } as const
  await transact(server.app, null, (tx) => grantEntitlement(tx, { ...owned, source: 'purchase' }))
  const [bought, followed] = [new TestDevice(server, buyer), new TestDevice(server, follower)]
  await bought.syncAll()
  await followed.syncAll()
  now = begin + HOUR_MS
  expect(await expireDue(server.app)).toBe(2)
  const texts = (device: TestDevice) =>
    device
      .all<PostRecord>('posts')
      .map(({ text }) => text)
      .toSorted()
  expect(texts(followed)).toEqual(['', 'Free'])
  await bought.syncAll()
  await followed.syncAll()
  expect(texts(bought)).toEqual(['', 'Sold'])
  expect(texts(followed)).toEqual(['', ''])
  const view = (token: string, _id: string) => call(server, `GET /user/feeds/${_id}`, { token })
  expect((await view(buyer.token, id)).body).toMatchObject({ text: 'Sold', status: 'archived' })
  expect([(await view(buyer.token, free)).status, (await view(follower.token, id)).status]).toEqual([404, 404])
})

test('a post that staff show again after its end is archived', async () => {
  const { id } = await publish({ expiresAt: at(1) })
  await transact(server.app, null, (tx) => hidePost(tx, id, true))
  now = begin + 2 * HOUR_MS
  expect([await expireDue(server.app), (await post(id)).status]).toEqual([0, 'hidden'])
  await transact(server.app, null, async (tx) => {
    audit(tx, { action: HIDE, subjectId: id, before: { status: 'published' } })
  })
  await transact(server.app, null, (tx) => hidePost(tx, id, false))
  expect((await post(id)).status).toBe('archived')
})

function publish(given: Partial<ArgsOf<'post.publish'>>): Promise<Post> {
  const defaults = { _id: v7(), text: 'ends', access: 'public', price: 0, scheduledAt: null, poll: null } as const
  return transact(server.app, creator.actor, (tx) => publishPost(tx, { ...defaults, fileIds: [], ...given }))
}

function update(_id: string, changes: ArgsOf<'post.update'>['changes']): Promise<Post> {
  return transact(server.app, creator.actor, (tx) => updatePost(tx, { _id, changes }))
}

function post(id: string): Promise<Post> {
  return server.app.orm.em.fork().findOneOrFail(Post, { id })
}
