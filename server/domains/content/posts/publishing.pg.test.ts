import type { ArgsOf } from '@vesper/sync/vesper/mutations/registry.ts'
import type { Post as PostRecord } from '@vesper/sync/vesper/records/post.ts'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { Attachment } from '../../../infra/files/attachment.ts'
import { File } from '../../../infra/files/entity.ts'
import { pokePatch } from '../../../infra/sync/pokes/poke-patch.ts'
import { makePerson, newFile } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { mutation, TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { setFollow } from '../../people/follows/commands.ts'
import { publishPost, removePost, updatePost } from './commands.ts'
import { Post } from './entity.ts'
import { publishDue } from './publish-due.ts'

const HOUR_MS = 3_600_000

let server: TestServer
let creator: Person
let rival: Person
let elapsedMs = 0
let clock = Date.now
let count = 0

beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(clock() + elapsedMs) })
})
afterAll(() => server.stop())

beforeEach(async () => {
  count += 1
  creator = await makePerson(server, `creator_${count}`, true)
  rival = await makePerson(server, `rival_${count}`, true)
})

test('the same id is the same post, however often and wherever it is sent; another’s is a conflict', async () => {
  const args = postArgs({ text: 'Once.' })
  const devices = Array.from({ length: 4 }, () => new TestDevice(server, creator))
  const sent = mutation('post.publish', args)
  const answers = await Promise.all([
    ...devices.map((device) => device.post(device.request([sent]))),
    ...devices.map((device) => device.post(device.request([mutation('post.publish', args)]))),
  ])
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(await postsOf(creator)).toMatchObject([{ id: args._id, text: 'Once.', seq: 1, status: 'published' }])
  await expect(publish(rival, args)).rejects.toMatchObject({ kind: 'conflict' })
  const both = postArgs({ text: 'Two at once.' })
  const race = await Promise.allSettled([publish(creator, both), publish(rival, both)])
  expect(race.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('40 posts at once have the places 1 to 40, in the order of their times', async () => {
  await Promise.all(Array.from({ length: 40 }, (_, n) => publish(creator, postArgs({ text: `text ${n}` }))))
  const posts = await postsOf(creator)
  expect(posts.map(({ seq }) => seq)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1))
  const times = posts.map(({ publishedAt }) => publishedAt?.getTime() ?? 0)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
})

test('a fan publishes nothing', async () => {
  const fan = await makePerson(server, `fan_${count}`)
  await expect(publish(fan, postArgs({ text: 'x' }))).rejects.toMatchObject({ kind: 'forbidden' })
})

test('a post takes its author’s own photos, and nothing of it stands when one cannot be had', async () => {
  const [photo, theirs, broken] = await addFiles([
    { ownerId: creator.id },
    { ownerId: rival.id },
    { ownerId: creator.id, status: 'failed' },
  ])
  for (const fileId of [theirs, broken, v7()]) {
    await expect(publish(creator, postArgs({ fileIds: [photo, fileId] }))).rejects.toMatchObject({ kind: 'invalid' })
  }
  expect(await postsOf(creator)).toEqual([])
  const { id } = await publish(creator, postArgs({ fileIds: [photo] }))
  await expect(publish(creator, postArgs({ fileIds: [photo, photo] }))).rejects.toMatchObject({ kind: 'invalid' })
  const attached = await server.app.orm.em.fork().find(Attachment, { fileId: String(photo) })
  expect(attached).toMatchObject([{ holderType: 'post', holderId: id, position: 0 }])
})

test('keeps fields that were not edited; only a sold post has a price', async () => {
  const { id: _id } = await publish(creator, postArgs({ text: 'Before', access: 'paid', price: 5 }))
  const update = (changes: ArgsOf<'post.update'>['changes'], by = creator) =>
    transact(server.app, by.actor, (tx) => updatePost(tx, { _id, changes }))
  expect(await update({ text: 'After' })).toMatchObject({ text: 'After', access: 'paid', price: 5 })
  await expect(update({ access: 'public' })).rejects.toMatchObject({ kind: 'invalid' })
  await expect(update({ text: ' ' })).rejects.toMatchObject({ kind: 'invalid' })
  expect(await update({ access: 'public', price: 0 })).toMatchObject({ access: 'public', price: 0 })
  await expect(update({ text: 'theirs' }, rival)).rejects.toMatchObject({ kind: 'not-found' })
  expect(await update({ archived: true })).toMatchObject({ status: 'archived', seq: 1 })
  expect(await update({ archived: false, scheduledAt: hoursAhead(1) })).toMatchObject({ status: 'published', seq: 1 })
})

test('a removed post is a tombstone, its photos are in the library alone, and it stays so', async () => {
  const [photo] = await addFiles([{ ownerId: creator.id }])
  const args = postArgs({ text: 'Gone soon', fileIds: [photo] })
  await publish(creator, args)
  const device = new TestDevice(server, creator)
  await device.sync()
  await expect(remove(rival, args._id)).rejects.toMatchObject({ kind: 'not-found' })
  for (let again = 0; again < 2; again += 1) await remove(creator, args._id)
  await publish(creator, args)
  expect(await fileOf(photo)).toMatchObject({ isKept: true })
  expect(await server.app.orm.em.fork().count(Attachment, { fileId: photo ?? '' })).toBe(0)
  await device.sync()
  expect(device.all<PostRecord>('posts')).toMatchObject([{ _id: args._id, seq: 1, status: 'removed', text: '' }])
  await expect(
    transact(server.app, creator.actor, (tx) => updatePost(tx, { _id: args._id, changes: { text: 'Back' } })),
  ).rejects.toMatchObject({ kind: 'not-found' })
})

test('a scheduled post is published at its time, once, and its space moves', async () => {
  const later = await publish(creator, postArgs({ text: 'later', scheduledAt: hoursAhead(2) }))
  const soon = await publish(creator, postArgs({ text: 'soon', scheduledAt: hoursAhead(1) }))
  expect([later.status, soon.status, soon.seq ?? null]).toEqual(['scheduled', 'scheduled', null])
  expect(await publish(creator, postArgs({ text: 'past', scheduledAt: hoursAhead(-1) }))).toMatchObject({ seq: 1 })
  const device = new TestDevice(server, creator)
  await device.sync()
  expect(await publishDue(server.app)).toBe(0)
  try {
    elapsedMs = 3 * HOUR_MS
    const published = await Promise.all([publishDue(server.app), publishDue(server.app)])
    expect(published.toSorted((a, b) => a - b)).toEqual([0, 2])
    await device.sync()
  } finally {
    elapsedMs = 0
  }
  const rows = device.all<PostRecord>('posts').toSorted((a, b) => a.seq - b.seq)
  expect(rows.map(({ text, seq }) => [text, seq])).toEqual([
    ['past', 1],
    ['soon', 2],
    ['later', 3],
  ])
  await expect(publish(creator, postArgs({ text: 'x', scheduledAt: hoursAhead(24 * 400) }))).rejects.toMatchObject({
    kind: 'invalid',
  })
})

test('a post is not published a second before its time, and one that is due leaves the next where it is', async () => {
  const due = Math.ceil(Date.now() / 1000) * 1000 + HOUR_MS
  const at = (ms: number) => new Date(ms).toISOString()
  await publish(creator, postArgs({ text: 'due', scheduledAt: at(due) }))
  await publish(creator, postArgs({ text: 'a minute later', scheduledAt: at(due + 60_000) }))
  const published = async () => {
    const posts = await postsOf(creator)
    return posts.filter(({ status }) => status === 'published').map(({ text }) => text)
  }
  try {
    clock = () => due - 1000
    expect([await publishDue(server.app), await published()]).toEqual([0, []])
    clock = () => due
    expect([await publishDue(server.app), await published()]).toEqual([1, ['due']])
    clock = () => due + 59_000
    expect([await publishDue(server.app), await published()]).toEqual([0, ['due']])
    clock = () => due + 60_000
    expect([await publishDue(server.app), await published()]).toEqual([1, ['due', 'a minute later']])
  } finally {
    clock = Date.now
  }
})

test('later posts of one creator have later moments, also those that came due together or after a clock that went back', async () => {
  for (const hours of [1, 2]) await publish(creator, postArgs({ text: `in ${hours}`, scheduledAt: hoursAhead(hours) }))
  const device = new TestDevice(server, creator)
  const places = async () => {
    await device.sync()
    const rows = device.all<PostRecord>('posts').toSorted((a, b) => a.seq - b.seq)
    return rows.map(({ seq, publishedAt }) => [seq, Date.parse(publishedAt ?? '')])
  }
  const frozen = Date.now() + 3 * HOUR_MS
  try {
    clock = () => frozen
    expect(await publishDue(server.app)).toBe(2)
    clock = () => frozen - HOUR_MS
    await publish(creator, postArgs({ text: 'by a clock that went back' }))
    expect(await places()).toEqual([
      [1, frozen],
      [2, frozen + 1],
      [3, frozen + 2],
    ])
  } finally {
    clock = Date.now
  }
})

test('a scheduled post is on its author’s devices alone, can be changed, moved, and published before its time', async () => {
  const { id: _id } = await publish(creator, postArgs({ text: 'later', scheduledAt: hoursAhead(2) }))
  const update = (changes: ArgsOf<'post.update'>['changes']) =>
    transact(server.app, creator.actor, (tx) => updatePost(tx, { _id, changes }))
  const device = new TestDevice(server, creator)
  await device.sync()
  expect(device.all<PostRecord>('posts')).toMatchObject([{ _id, status: 'scheduled', text: 'later', seq: 0 }])
  const scheduledAt = hoursAhead(3)
  await update({ text: 'changed', access: 'paid', price: 3, scheduledAt })
  await device.sync()
  const changed = { status: 'scheduled', text: 'changed', access: 'paid', price: 3, scheduledAt }
  expect(device.all<PostRecord>('posts')).toMatchObject([changed])
  expect(await update({ scheduledAt: null })).toMatchObject({ status: 'published', seq: 1, scheduledAt: null })
  await device.sync()
  expect(device.all<PostRecord>('posts')).toMatchObject([{ _id, status: 'published', seq: 1, text: 'changed' }])
  await remove(creator, (await publish(creator, postArgs({ text: 'never', scheduledAt }))).id)
  await device.sync()
  expect(device.all<PostRecord>('posts')).toHaveLength(1)
})

test('followers are told nothing of what is scheduled before it is due: no id, whatever is done to it', async () => {
  const fan = await makePerson(server, `fan_${count}`)
  await transact(server.app, fan.actor, (tx) => setFollow(tx, { performerId: creator.id, following: true }))
  const devices = [new TestDevice(server, fan), new TestDevice(server, creator)] as const
  for (const device of devices) await device.syncAll()
  const space = `p:${creator.id}`
  const told = async (changed: Promise<unknown>) => {
    await changed
    const version = devices[0].cursor[space] ?? 0
    const poked = await pokePatch(server.app, fan.id, [{ space, since: version, version: version + 1, step: null }])
    const [pulled, own] = [await devices[0].sync(), await devices[1].sync()]
    return [JSON.stringify([poked, pulled]).includes(_id), JSON.stringify(own).includes(_id)]
  }
  const args = postArgs({ text: 'later', scheduledAt: hoursAhead(2) })
  const { _id } = args
  const update = (changes: ArgsOf<'post.update'>['changes']) =>
    transact(server.app, creator.actor, (tx) => updatePost(tx, { _id, changes }))
  expect(await told(publish(creator, args))).toEqual([false, true])
  expect(await told(update({ text: 'changed', scheduledAt: hoursAhead(3) }))).toEqual([false, true])
  expect(await told(update({ scheduledAt: null }))).toEqual([true, true])
  expect(devices[0].all<PostRecord>('posts')).toMatchObject([{ _id, seq: 1, text: 'changed' }])
  expect(await told(remove(creator, _id))).toEqual([true, true])
  expect(devices[0].all<PostRecord>('posts')).toMatchObject([{ _id, status: 'removed' }])
  const never = await publish(creator, postArgs({ text: 'never', scheduledAt: hoursAhead(2) }))
  await remove(creator, never.id)
  expect(JSON.stringify(await devices[0].sync())).not.toContain(never.id)
})

function postArgs(given: Omit<Partial<ArgsOf<'post.publish'>>, 'fileIds'> & { fileIds?: (string | undefined)[] }) {
  const fileIds = (given.fileIds ?? []).map(String)
  const defaults = { _id: v7(), text: '', access: 'public' as const, price: 0, scheduledAt: null, poll: null }
  return { ...defaults, ...given, fileIds }
}

function publish(by: Person, args: ArgsOf<'post.publish'>): Promise<Post> {
  return transact(server.app, by.actor, (tx) => publishPost(tx, args))
}

function remove(by: Person, _id: string): Promise<void> {
  return transact(server.app, by.actor, (tx) => removePost(tx, { _id }))
}

function postsOf({ id }: Person): Promise<Post[]> {
  return server.app.orm.em.fork().find(Post, { performerId: id }, { orderBy: { seq: 'asc' } })
}

function fileOf(id: string | undefined): Promise<File | null> {
  return server.app.orm.em.fork().findOne(File, { id: String(id) })
}

function hoursAhead(hours: number): string {
  return new Date(server.app.clock().getTime() + hours * HOUR_MS).toISOString()
}

function addFiles(files: object[]): Promise<string[]> {
  return transact(server.app, null, async ({ em }) =>
    files.map((given) => em.create(File, { ...newFile(creator.id), ...given }).id),
  )
}
