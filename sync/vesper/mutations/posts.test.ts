import { v7 } from 'uuid'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Overlay } from '../../engine/core/overlay.ts'
import { RowMap } from '../../engine/core/row-map.ts'
import type { ArgsIn } from '../../engine/model.ts'
import { PENDING_SEQ } from '../records/message.ts'
import { noContent, Post } from '../records/post.ts'
import { vesperModel } from '../vesper-model.ts'

type Name = 'post.publish' | 'post.update' | 'post.remove'
type Queued = { [N in Name]: [N, ArgsIn<typeof vesperModel, N>] }[Name]

const me = v7()
const queuedAt = '2026-01-01T00:00:00.000Z'

test('a waiting post stands first in the feed, the later above the earlier, and is a whole row', async () => {
  const [first, second] = [publish({ text: 'one' }), publish({ text: 'two', fileIds: [v7()] })]
  const posts = await show([first, second])
  expect(posts.map(({ text, seq, fileCount }) => [text, seq - PENDING_SEQ, fileCount])).toEqual([
    ['one', 1, 0],
    ['two', 2, 1],
  ])
  for (const post of posts) expect(v.is(Post, post)).toBe(true)
})

test('one that the server has already is left as it is; a scheduled one is in no feed', async () => {
  const known = postOf({ text: 'as the server has it', seq: 4 })
  expect(await show([['post.publish', argsOf({ _id: known._id, text: 'mine' })]], [known])).toEqual([])
  const [scheduled] = await show([publish({ text: 'later', scheduledAt: '2026-02-01T10:00:00.000Z' })])
  expect(scheduled).toMatchObject({ status: 'scheduled', seq: 0, publishedAt: null })
})

test('unedited fields stay, and posts of others, or deleted ones, stay as they are', async () => {
  const post = postOf({ text: 'before', access: 'paid', price: 5 })
  const edit = (changes: ArgsIn<typeof vesperModel, 'post.update'>['changes']): Queued => [
    'post.update',
    { _id: post._id, changes },
  ]
  expect(await show([edit({ text: 'after' })], [post])).toMatchObject([{ text: 'after', access: 'paid', price: 5 }])
  expect(await show([edit({ archived: true })], [post])).toMatchObject([{ status: 'archived', text: 'before' }])
  expect(await show([edit({ archived: true }), edit({ archived: false })], [post])).toMatchObject([
    { status: 'published' },
  ])
  expect(await show([edit({ text: 'x' })], [{ ...post, performerId: v7() }])).toEqual([])
  expect(await show([edit({ text: 'x' })], [{ ...post, status: 'removed' }])).toEqual([])
  expect(await show([edit({ text: 'x' }), ['post.remove', { _id: v7() }]])).toEqual([])
})

test('a time moves what is scheduled; taken away, or past, it publishes at once, and once', async () => {
  const [soon, later] = ['2026-02-01T10:00:00.000Z', '2026-03-01T10:00:00.000Z']
  const scheduled = postOf({ text: 'soon', seq: 0, status: 'scheduled', scheduledAt: soon, publishedAt: null })
  const move = (_id: string, scheduledAt: string | null): Queued => ['post.update', { _id, changes: { scheduledAt } }]
  expect(await show([move(scheduled._id, later)], [scheduled])).toMatchObject([
    { seq: 0, status: 'scheduled', scheduledAt: later, publishedAt: null },
  ])
  for (const time of [null, '2025-12-31T10:00:00.000Z']) {
    expect(await show([move(scheduled._id, time), move(scheduled._id, later)], [scheduled])).toMatchObject([
      { seq: PENDING_SEQ + 1, status: 'published', scheduledAt: null, publishedAt: queuedAt, text: 'soon' },
    ])
  }
  const published = postOf({ text: 'out' })
  expect(await show([move(published._id, later)], [published])).toEqual([published])
  expect(await show([publish({ scheduledAt: '2025-12-31T10:00:00.000Z', text: 'late' })])).toMatchObject([
    { seq: PENDING_SEQ + 1, status: 'published' },
  ])
})

test('a removed post is a tombstone, whatever is edited later, and the same when it is run again', async () => {
  const post = postOf({ text: 'secret', poll: { question: 'q', options: ['a', 'b'] } })
  const queued: Queued[] = [
    ['post.remove', { _id: post._id }],
    ['post.update', { _id: post._id, changes: { text: 'back' } }],
  ]
  const once = await show(queued, [post])
  expect(once).toMatchObject([{ seq: 3, status: 'removed', text: '', poll: null, files: [] }])
  expect(await show(queued, [post])).toEqual(once)
})

test('[UPLOAD-1] a post names its photos', () => {
  const args = argsOf({ fileIds: [v7(), v7()] })
  expect(vesperModel.files('post.publish', args)).toEqual(args.fileIds)
  expect(vesperModel.files('post.remove', { _id: args._id })).toEqual([])
})

test.each([
  [{}, false],
  [{ text: 'x' }, true],
  [{ fileIds: [v7()] }, true],
  [{ poll: { question: 'q', options: ['a', 'b'] } }, true],
  [{ poll: { question: 'q', options: ['a', 'a'] } }, false],
  [{ poll: { question: 'q', options: ['é', 'e\u0301'] } }, false],
  [{ poll: { question: 'q', options: ['a', 'a\u200b'] } }, false],
  [{ poll: { question: 'q', options: ['\u2800', '\u3164'] } }, false],
  [{ poll: { question: '\u3164', options: ['a', 'b'] } }, false],
  [{ text: '\u2800\u200b' }, false],
  [{ text: 'x', access: 'paid' as const }, false],
  [{ text: 'x', access: 'paid' as const, price: 10_000 }, true],
  [{ text: 'x', access: 'paid' as const, price: 10_001 }, false],
  [{ text: 'x', price: 1 }, false],
  [{ text: 'x'.repeat(5001) }, false],
])('what is no post is not queued: %j', (given, isPost) => {
  expect(v.is(vesperModel.mutations['post.publish'].args, argsOf(given))).toBe(isPost)
})

type Publish = ArgsIn<typeof vesperModel, 'post.publish'>

function argsOf(given: Partial<Publish>): Publish {
  return { _id: v7(), text: '', access: 'public', price: 0, scheduledAt: null, poll: null, fileIds: [], ...given }
}

function publish(given: Partial<Publish>): Queued {
  return ['post.publish', argsOf(given)]
}

function postOf(given: Partial<Post>): Post {
  return {
    ...{ _id: v7(), performerId: me, seq: 3, status: 'published', access: 'public', price: 0, isLocked: false },
    ...{ ...noContent, scheduledAt: null },
    ...{ publishedAt: queuedAt, createdAt: queuedAt, updatedAt: queuedAt, ...given },
  }
}

/** The rows after these mutations are queued over `rows`, in order. */
async function show(queued: Queued[], rows: Post[] = []): Promise<Post[]> {
  const overlay = new Overlay(new RowMap(), async (_, id) => rows.find(({ _id }) => _id === id))
  for (const [index, [name, args]] of queued.entries()) {
    const context = { account: me, order: index + 1, queuedAt }
    await overlay.run((tx) => vesperModel.mutations[name].optimistic(tx, args as never, context))
  }
  return [...overlay.written.entries()].map(({ row }) => row as unknown as Post)
}
