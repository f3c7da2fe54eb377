import type { ToldComment } from '@vesper/sync/vesper/live-events.ts'
import type { Comment, OwnComment } from '@vesper/sync/vesper/records/comment.ts'
import { expect, test } from 'vitest'
import { mergeComments, refusedComments } from './merge-comments.ts'
import type { Live, Queued } from './merge-comments.ts'

const me = { _id: 'me', name: 'Ada', username: 'ada', avatar: null, isPerformer: false }
const other = { ...me, _id: 'other', name: 'Bea', username: 'bea' }
const timeOf = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`
const place = { objectType: 'feed', objectId: 'post', parentId: null } as const

function comment(_id: string, second: number, given: Partial<Comment> = {}): Comment {
  return {
    ...{ _id, ...place, text: `text of ${_id}`, mentions: [], file: null, createdAt: timeOf(second), editedAt: null },
    ...{ author: other, likes: 0, replies: 0, isDeleted: false, ...given },
  }
}

function own(_id: string, second: number, given: object = {}): OwnComment {
  return {
    ...{ _id, ...place, text: `own ${_id}`, mentions: [], file: null, createdAt: timeOf(second), editedAt: null },
    ...{ authorId: me._id, ...given },
  }
}

function queued(name: string, args: object, given: Partial<Queued> = {}): Queued {
  return { id: `${name} of ${JSON.stringify(args)}`, name, args, state: 'waiting', attempts: 0, ...given } as Queued
}

const quiet: Live = { created: new Map(), edited: new Map(), deleted: new Set(), answers: new Map() }
const nothing = {
  ...{
    read: [],
    hasMore: false,
    parentId: null,
    viewer: me,
    own: [],
    queued: [],
    removed: new Set<string>(),
    blocked: new Set<string>(),
  },
  ...{ live: quiet, letIn: new Set<string>() },
}
const told = (one: Comment): ToldComment => ({ ...one, hasFile: false })
const createdOf = (...comments: Comment[]) => new Map(comments.map((one) => [one._id, told(one)]))
const idsOf = (comments: readonly { _id: string }[]) => comments.map(({ _id }) => _id)

test('an own comment that waits stands first, with its word, and once when the server has it', () => {
  const waiting = { own: [own('mine', 9)], queued: [queued('comment.add', { _id: 'mine', parentId: null })] }
  const before = mergeComments({ ...nothing, ...waiting, read: [comment('a', 5)] })
  expect([idsOf(before.fresh), idsOf(before.listed)]).toEqual([['mine'], ['a']])
  expect(before.fresh[0]).toMatchObject({ author: me, sending: { kind: 'waiting' } })
  const sent = {
    ...nothing,
    own: [own('mine', 9)],
    read: [comment('mine', 9, { author: me, likes: 2 }), comment('a', 5)],
  }
  const after = mergeComments(sent)
  expect([idsOf(after.fresh), idsOf(after.listed)]).toEqual([[], ['mine', 'a']])
  expect(after.listed[0]).toMatchObject({ text: 'own mine', likes: 2, sending: { kind: 'done' } })
})

test('an old own comment of a later page is not taken for a new one', () => {
  const given = { ...nothing, own: [own('old', 1), own('new', 9)], read: [comment('a', 5)] }
  expect(idsOf(mergeComments({ ...given, hasMore: true }).fresh)).toEqual(['new'])
  expect(idsOf(mergeComments(given).fresh)).toEqual(['new', 'old'])
})

test('comments of others are held until they are let in, own ones told live are not', () => {
  const live = { ...quiet, created: createdOf(comment('b', 7), comment('mine', 8, { author: me }), comment('a', 5)) }
  const given = { ...nothing, live, own: [own('mine', 8)], read: [comment('a', 5)] }
  const held = mergeComments(given)
  expect([held.held, idsOf(held.fresh)]).toEqual([['b'], ['mine']])
  const letIn = mergeComments({ ...given, letIn: new Set(['b']) })
  expect([letIn.held, idsOf(letIn.fresh)]).toEqual([[], ['mine', 'b']])
})

test('one that is deleted goes, or leaves its place to its answers', () => {
  const read = [comment('a', 5, { replies: 1 }), comment('b', 4), comment('c', 3)]
  const live = { ...quiet, deleted: new Set(['a', 'b']) }
  const { listed } = mergeComments({ ...nothing, read, live, removed: new Set(['c']) })
  expect(listed).toMatchObject([{ _id: 'a', isDeleted: true, author: null, text: '', replies: 1 }])
  const last = mergeComments({ ...nothing, read, live: { ...live, answers: new Map([['a', -1]]) } })
  expect(idsOf(last.listed)).toEqual(['c'])
})

test('one that staff hide stays for its author alone, also where readers see that it is gone', () => {
  const hidden = own('mine', 9, { isHidden: true })
  const live = { ...quiet, deleted: new Set(['mine']) }
  expect(mergeComments({ ...nothing, own: [hidden], live }).fresh).toMatchObject([
    { _id: 'mine', text: 'own mine', author: me, isHidden: true, isDeleted: false },
  ])
  const read = [comment('mine', 9, { author: null, text: '', isDeleted: true, replies: 1 })]
  expect(mergeComments({ ...nothing, read, own: [hidden], live }).listed).toMatchObject([
    { _id: 'mine', text: 'own mine', author: me, isHidden: true, isDeleted: false, replies: 1 },
  ])
  expect(mergeComments({ ...nothing, read, live }).listed).toMatchObject([{ author: null, isDeleted: true }])
  const removed = new Set(['mine'])
  expect(mergeComments({ ...nothing, own: [hidden], live, removed }).fresh).toEqual([])
})

test('answers are counted as they come, own ones on their way too', () => {
  const live = { ...quiet, answers: new Map([['a', 2]]) }
  const mine = [own('m', 9, { parentId: 'a' }), own('n', 8, { parentId: 'a', $space: 'u:me' })]
  const { listed, fresh } = mergeComments({ ...nothing, live, own: mine, read: [comment('a', 5, { replies: 1 })] })
  expect([listed[0]?.replies, fresh]).toEqual([4, []])
})

test('an edit that was told stands unless the list is newer', () => {
  const edited = (second: number) => comment('a', 1, { text: `edited ${second}`, editedAt: timeOf(second) })
  const live = { ...quiet, edited: new Map([['a', told(edited(5))]]) }
  const textOf = (read: Comment) => mergeComments({ ...nothing, live, read: [read] }).listed[0]?.text
  expect([textOf(comment('a', 1)), textOf(edited(7))]).toEqual(['edited 5', 'edited 7'])
})

test('comments that were refused are listed by where they stood, with their text', () => {
  const refused = queued('comment.add', { _id: 'x', parentId: null, text: 'Kept' }, { state: 'rejected' })
  const answer = queued('comment.add', { _id: 'y', parentId: 'a' }, { state: 'rejected' })
  const waiting = queued('comment.add', { _id: 'z', parentId: null })
  expect(refusedComments([refused, answer, waiting], null)).toEqual([refused])
  expect(refusedComments([refused, answer, waiting], 'a')).toEqual([answer])
})
