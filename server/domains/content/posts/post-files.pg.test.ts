import type { ArgsOf } from '@vesper/sync/vesper/mutations/registry.ts'
import type { Post as PostRecord } from '@vesper/sync/vesper/records/post.ts'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { completeFile } from '../../../infra/files/commands.ts'
import type { FileResult } from '../../../infra/files/commands.ts'
import { File } from '../../../infra/files/entity.ts'
import { makePerson, newFile } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { setFollow } from '../../people/follows/commands.ts'
import { grantEntitlement } from '../../people/grants/commands.ts'
import { publishPost, removePost, updatePost } from './commands.ts'
import { PINNED_MAX, Post } from './entity.ts'
import { publishDue, publishDuePosts, scheduleProcessed } from './publish-due.ts'

type Changes = ArgsOf<'post.update'>['changes']

const HOUR_MS = 3_600_000

let server: TestServer
let creator: Person
let fan: Person
let elapsedMs = 0
let count = 0

beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(Date.now() + elapsedMs) })
})
afterAll(() => server.stop())

beforeEach(async () => {
  count += 1
  elapsedMs = 0
  creator = await makePerson(server, `creator_${count}`, true)
  fan = await makePerson(server, `fan_${count}`)
})

test('a post goes out when the last of its files is ready, once, and nobody but its author knows before', async () => {
  const [photo, video, sound] = [await add(), await add(waitingVideo), await add({ ...waitingVideo, type: 'audio' })]
  const [own, other] = [new TestDevice(server, creator), new TestDevice(server, fan)]
  await transact(server.app, fan.actor, (tx) => setFollow(tx, { performerId: creator.id, following: true }))
  const { id, status } = await publish({ fileIds: [photo, video, sound] })
  expect(status).toBe('processing')
  for (const device of [own, other]) await device.syncAll()
  expect(own.all<PostRecord>('posts')).toMatchObject([{ _id: id, status: 'processing', seq: 0, fileCount: 3 }])
  expect(other.all('posts')).toEqual([])
  expect((await call(server, `GET /user/feeds/${id}`, { token: fan.token })).status).toBe(404)
  await complete(video)
  expect(await runJob()).toBe(0)
  await complete(sound)
  const published = await Promise.all([runJob(), runJob()])
  expect(published.reduce((sum, one) => sum + one)).toBe(1)
  for (const device of [own, other]) {
    await device.syncAll()
    expect(device.all<PostRecord>('posts')).toMatchObject([{ _id: id, status: 'published', seq: 1, scheduledAt: null }])
  }
  expect(other.all<PostRecord>('posts')[0]?.files.map(({ type }) => type)).toEqual(['photo', 'video', 'audio'])
})

test('a post whose time comes before its files are ready goes out late, and one whose files are ready waits', async () => {
  const [late, early] = [await add(waitingVideo), await add(waitingVideo)]
  const first = await publish({ fileIds: [late], scheduledAt: hoursAhead(1) })
  const second = await publish({ fileIds: [early], scheduledAt: hoursAhead(2) })
  await complete(early)
  expect(await runJob()).toBe(0)
  expect(await statusesOf([first, second])).toEqual(['processing', 'scheduled'])
  elapsedMs = 1.5 * HOUR_MS
  expect(await runJob()).toBe(0)
  await complete(late)
  expect(await runJob()).toBe(1)
  expect(await statusesOf([first, second])).toEqual(['published', 'scheduled'])
})

test('a failed file keeps its post back until the author removes it', async () => {
  const [photo, video] = [await add(), await add(waitingVideo)]
  const post = await publish({ fileIds: [photo, video] })
  await complete(video, failed)
  expect([await runJob(), await statusesOf([post])]).toEqual([0, ['processing']])
  await update(post, { removedFileIds: [video] })
  await update(post, { removedFileIds: [video, v7()] })
  expect([await runJob(), await statusesOf([post])]).toEqual([1, ['published']])
  const { body } = await call(server, `GET /user/feeds/${post.id}`, { token: fan.token })
  expect(body).toMatchObject({ files: [{ _id: photo }], fileCount: 1 })
  expect(await inUse(video)).toBe(0)
  await expect(update(post, { removedFileIds: [photo] })).rejects.toMatchObject({ kind: 'invalid' })
  expect(await inUse(photo)).toBe(1)
})

test('a post that is removed, or waits longer by its author, does not go out with its files', async () => {
  const [one, two] = [await add(waitingVideo), await add(waitingVideo)]
  const [gone, moved] = [await publish({ fileIds: [one] }), await publish({ fileIds: [two] })]
  await transact(server.app, creator.actor, (tx) => removePost(tx, { _id: gone.id }))
  await complete(one)
  await update(moved, { scheduledAt: hoursAhead(1), archived: true })
  await complete(two)
  expect([await runJob(), await statusesOf([gone, moved])]).toEqual([0, ['removed', 'scheduled']])
})

test('the end of a file’s processing wakes the job that publishes, whatever the end', async () => {
  const wake = vi.spyOn(server.app.jobs, 'wake')
  const [video, other, loose] = [await add(waitingVideo), await add(waitingVideo), await add(waitingVideo)]
  await publish({ fileIds: [video, other] })
  for (const [fileId, result, times] of [
    [loose, ready, 0],
    [video, ready, 1],
    [other, failed, 1],
  ] as const) {
    wake.mockClear()
    await complete(fileId, result)
    expect(wake.mock.calls).toEqual(Array.from({ length: times }, () => [publishDuePosts]))
  }
  wake.mockRestore()
})

test('everybody who sees a locked post sees its thumbnail and its teaser; a replaced one is not in use any more', async () => {
  const [photo, thumbnail, teaser] = [await add(), await add(), await add({ type: 'video', purpose: 'feed-teaser' })]
  const previews = { thumbnailId: thumbnail, teaserId: teaser }
  const post = await publish({ fileIds: [photo], access: 'paid', price: 5, tags: ['studio'], ...previews })
  const seen = async (by?: Person) => (await call(server, `GET /user/feeds/${post.id}`, { token: by?.token })).body
  for (const by of [undefined, fan]) {
    const view = await seen(by)
    expect(view).toMatchObject({ isLocked: true, files: [], fileCount: 1, tags: ['studio'] })
    expect(view).toMatchObject({ thumbnail: { _id: thumbnail, url: `/media/${thumbnail}/original` } })
    expect(view).toMatchObject({ teaser: { _id: teaser, type: 'video' } })
    expect(JSON.stringify(view)).not.toContain(photo)
  }
  const next = await add()
  await update(post, { thumbnailId: next, teaserId: null })
  expect(await seen(fan)).toMatchObject({ thumbnail: { _id: next }, teaser: null })
  expect([await inUse(thumbnail), await inUse(teaser), await inUse(next)]).toEqual([0, 0, 1])
  await update(post, { thumbnailId: next, tags: [] })
  expect(await seen(fan)).toMatchObject({ thumbnail: { _id: next }, tags: [] })
})

test('each place of a post takes its kinds of files, of its author, and no file twice', async () => {
  const rival = await makePerson(server, `rival_${count}`, true)
  const [photo, video, theirs] = [await add(), await add({ type: 'video' }), await add({ ownerId: rival.id })]
  const refused: Partial<ArgsOf<'post.publish'>>[] = [
    { thumbnailId: video },
    { teaserId: photo },
    { thumbnailId: theirs },
    { teaserId: v7() },
    { teaserId: video },
    { teaserId: await add({ type: 'video', purpose: 'feed-video' }) },
    { teaserId: await add({ type: 'video', purpose: 'video' }) },
    { fileIds: [photo], thumbnailId: photo },
    { fileIds: [await add({ purpose: 'avatar' })] },
    { fileIds: [await add({ status: 'failed' })] },
  ]
  for (const given of refused) {
    await expect(publish({ text: 'x', ...given })).rejects.toMatchObject({ kind: 'invalid' })
  }
  await publish({ text: 'x', teaserId: await add({ type: 'video', purpose: 'video-teaser' }) })
  const post = await publish({ text: 'x', fileIds: [photo] })
  await expect(update(post, { thumbnailId: photo })).rejects.toMatchObject({ kind: 'invalid' })
  await expect(update(post, { teaserId: theirs })).rejects.toMatchObject({ kind: 'invalid' })
})

test('a post that somebody bought keeps its files', async () => {
  const [first, second] = [await add(), await add()]
  const post = await publish({ text: 'x', access: 'paid', price: 10, fileIds: [first, second] })
  await update(post, { removedFileIds: [first] })
  const owned = { userId: fan.id, performerId: creator.id, objectType: 'feed', objectId: post.id } as const
  await transact(server.app, null, (tx) => grantEntitlement(tx, { ...owned, source: 'purchase' }))
  await expect(update(post, { removedFileIds: [second] })).rejects.toMatchObject({ kind: 'conflict' })
  expect(await inUse(second)).toBe(1)
  expect(await update(post, { text: 'More words.' })).toMatchObject({ text: 'More words.' })
})

test('pinned posts are few, and are found first', async () => {
  const posts = []
  for (let n = 0; n < PINNED_MAX + 2; n += 1) posts.push(await publish({ text: `post ${n}` }))
  const pins = await Promise.allSettled(posts.map((post) => update(post, { isPinned: true })))
  const refused = pins.flatMap((pin) => (pin.status === 'rejected' ? [String(pin.reason)] : []))
  expect(refused).toHaveLength(2)
  for (const reason of refused) expect(reason).toContain('Unpin one first.')
  const pinned = await server.app.orm.em.fork().find(Post, { performerId: creator.id, isPinned: true })
  const [first] = pinned
  if (!first) throw new Error('no post is pinned')
  expect(await update(first, { isPinned: true, text: 'Again.' })).toMatchObject({ isPinned: true })
  await expect(publish({ text: 'x', isPinned: true })).rejects.toMatchObject({ kind: 'forbidden' })
  const page = await call(server, `GET /user/feeds/search/creator_${count}?pinned=true`)
  const ids = (page.body['data'] as PostRecord[]).map(({ _id }) => _id)
  expect([ids.toSorted(), page.body['total']]).toEqual([pinned.map(({ id }) => id).toSorted(), PINNED_MAX])
  await update(first, { isPinned: false })
  expect(await publish({ text: 'x', isPinned: true })).toMatchObject({ isPinned: true })
})

test('a device begins with pinned posts, however old', async () => {
  const old = await publish({ text: 'old', isPinned: true })
  for (let n = 0; n < 25; n += 1) await publish({ text: `post ${n}` })
  await transact(server.app, fan.actor, (tx) => setFollow(tx, { performerId: creator.id, following: true }))
  const device = new TestDevice(server, fan)
  await device.syncAll()
  const seqs = device.all<PostRecord>('posts').map(({ seq }) => seq)
  expect(seqs.toSorted((a, b) => a - b)).toEqual([old.seq, ...Array.from({ length: 20 }, (_, n) => 7 + n)])
})

const ready: FileResult = {
  ...{ status: 'ready', mimeType: 'video/mp4', size: 1000, width: 640, height: 360 },
  ...{ placeholder: null, hasThumbnail: false },
}
const failed = { status: 'failed', failure: 'damaged' } as FileResult
const waitingVideo = { type: 'video', status: 'processing', mimeType: 'video/mp4' } as const

async function add(given: Partial<File> = {}): Promise<string> {
  const file = { ...newFile(creator.id), ...given }
  await transact(server.app, null, async ({ em }) => void em.create(File, file))
  return file.id
}

function complete(fileId: string, result = ready): Promise<void> {
  return transact(server.app, null, (tx) => completeFile(tx, fileId, result))
}

async function runJob(): Promise<number> {
  await scheduleProcessed(server.app)
  return publishDue(server.app)
}

function postArgs(given: Partial<ArgsOf<'post.publish'>>): ArgsOf<'post.publish'> {
  const defaults = { _id: v7(), text: '', access: 'public' as const, price: 0, scheduledAt: null, poll: null }
  return { ...defaults, fileIds: [], ...given }
}

function publish(given: Partial<ArgsOf<'post.publish'>>): Promise<Post> {
  return transact(server.app, creator.actor, (tx) => publishPost(tx, postArgs(given)))
}

function update({ id: _id }: Post, changes: Changes): Promise<Post> {
  return transact(server.app, creator.actor, (tx) => updatePost(tx, { _id, changes }))
}

/** 0 once it waits in the library of its author. */
function inUse(id: string): Promise<number> {
  return server.app.orm.em.fork().count(File, { id, isKept: false })
}

async function statusesOf(posts: readonly Post[]): Promise<Post['status'][]> {
  const em = server.app.orm.em.fork()
  return Promise.all(posts.map(async ({ id }) => (await em.findOneOrFail(Post, { id })).status))
}

function hoursAhead(hours: number): string {
  return new Date(server.app.clock().getTime() + hours * HOUR_MS).toISOString()
}
