import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { PENDING_SEQ } from '@vesper/sync/vesper/records/message.ts'
import { noContent } from '@vesper/sync/vesper/records/post.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { expect, test } from 'vitest'
import { changesOf, changesProblem, endProblem, publishes, readEdit, refusedEdit } from './post-changes.ts'
import { inOrderOfTime, ownRun, placeOfDraft, postItems } from './post-items.ts'

const at = '2026-11-21T09:00:00.000Z'

const post = (seq: number, given: Partial<Post> = {}): Post => ({
  ...{ _id: `00000000-0000-7000-8000-0000000000${String(seq % 100).padStart(2, '0')}`, performerId: 'me', seq },
  ...{ status: 'published', access: 'followers', price: 0, isLocked: false, ...noContent, text: `post ${seq}` },
  ...{ scheduledAt: null, publishedAt: `at ${seq}` },
  ...{ createdAt: at, updatedAt: at, ...given },
})

const record = (of: Post, given: Partial<OutboxRecord> = {}): OutboxRecord => ({
  ...{ order: 1, id: 'r', lane: `post:${of._id}`, name: 'post.update', owner: 'me', schema: 2, queuedAt: at },
  ...{ args: { _id: of._id, changes: { text: 'Changed' } }, attempts: 0, state: 'waiting' as const, rejection: null },
  ...given,
})

const refused = { state: 'rejected' as const, rejection: { kind: 'invalid', message: 'No.' } }

test('a post says where it stands: on the server, changed on this device only, or refused', () => {
  const [saved, changed, bad] = [post(3), post(2), post(1)]
  const items = postItems([saved, changed, bad], [record(changed), record(bad, refused)])
  expect(items.map(({ standing, reason }) => [standing, reason])).toEqual([
    ['saved', null],
    ['waiting', null],
    ['refused', 'No.'],
  ])
})

test('a draft that waits to be published is listed where its post will be; what is scheduled by its time', () => {
  const draft = { isPublishing: true, scheduledAt: null }
  const drafts = [null, { ...draft, isPublishing: false }, draft, { ...draft, scheduledAt: at }]
  const placesAt = (now: string) => drafts.map((each) => placeOfDraft(each, Date.parse(now)))
  expect(placesAt('2026-11-21T08:59:59.999Z')).toEqual(['drafts', 'drafts', 'published', 'scheduled'])
  // A time that has passed means at once.
  expect(placesAt(at)).toEqual(['drafts', 'drafts', 'published', 'published'])
  const scheduled = (scheduledAt: string) => post(0, { status: 'scheduled', scheduledAt })
  const listed = inOrderOfTime([scheduled('2027-02'), post(0, { status: 'removed' }), scheduled('2027-01')])
  expect(listed.map(({ scheduledAt }) => scheduledAt)).toEqual(['2027-01', '2027-02'])
})

const seqsOf = (posts: Post[]) => posts.map(({ seq }) => seq)

test.each([
  ['nothing', [], [], null, false],
  ['a whole feed', [2, 1], [2, 1], null, false],
  ['one that waits in front', [PENDING_SEQ + 1, 2, 1], [PENDING_SEQ + 1, 2, 1], null, false],
  ['more than is shown', [9, 8, 7, 6], [9, 8, 7], null, true],
  ['one whose rest is on the server', [9, 8], [9, 8], 'at 8', false],
  ['a hole', [9, 8, 4, 3], [9, 8], 'at 8', false],
])('of %s nothing that this device lacks is passed over', (...[, held, shown, before, hasMore]) => {
  const run = ownRun(
    held.map((seq) => post(seq)),
    3,
  )
  expect([seqsOf(run.posts), run.missing?.before ?? null, run.hasMore]).toEqual([shown, before, hasMore])
})

test('a tombstone holds its place and is not shown; what is archived is', () => {
  const run = ownRun([post(3), post(2, { status: 'removed' }), post(1, { status: 'archived' })], 20)
  expect([seqsOf(run.posts), run.missing]).toEqual([[3, 1], null])
})

test('a change names what differs, a price goes with who may read it, and what is out has no time', () => {
  const sold = post(1, { access: 'paid', price: 5, text: 'Words' })
  expect(changesOf(sold, { text: 'Words' })).toBeNull()
  expect(changesOf(sold, { access: 'public' })).toEqual({ access: 'public', price: 0 })
  expect(changesOf(sold, { price: 7, scheduledAt: at })).toEqual({ access: 'paid', price: 7 })
  const scheduled = post(0, { status: 'scheduled', scheduledAt: at })
  expect(changesOf(scheduled, { scheduledAt: null })).toEqual({ scheduledAt: null })
  expect(
    [null, '2026-11-21T08:00:00.000Z', '2026-11-21T10:00:00.000Z', undefined].map((scheduledAt) =>
      publishes(scheduled, scheduledAt === undefined ? {} : { scheduledAt }, Date.parse(at)),
    ),
  ).toEqual([true, true, false, false])
})

test.each([
  ['words', {}, { text: 'More' }, null],
  ['no words', {}, { text: ' ' }, 'Write something, or add a photo, a video, a sound or a poll.'],
  ['no words beside a photo', { fileCount: 1 }, { text: '' }, null],
  ['a sale without a price', {}, { access: 'paid' as const }, /has a price/],
  ['a sale', {}, { access: 'paid' as const, price: 3 }, null],
])('%s can be saved, or the reason is said', (...[, given, edited, problem]) => {
  const edits = post(1, given)
  const said = changesProblem(edits, edited, changesOf(edits, edited) ?? {})
  expect(said).toEqual(problem === null ? null : expect.stringMatching(problem))
})

test('a refused edit can be continued, and a stored edit is validated', () => {
  const of = post(1)
  const records = [
    record(of, refused),
    record(of, { ...refused, args: { _id: of._id, changes: { price: 3 } } }),
    record(of),
  ]
  expect(refusedEdit(records)).toEqual({ text: 'Changed', price: 3 })
  expect([readEdit({}), readEdit({ text: 4 }), readEdit(null)]).toEqual([{}, {}, {}])
})

test('an end is after the time of a scheduled post, and in the future of one that is out', () => {
  const now = Date.parse(at)
  const scheduled = post(0, { status: 'scheduled', scheduledAt: '2026-11-25T09:00:00.000Z', publishedAt: null })
  const out = post(1, { publishedAt: at, expiresAt: '2026-11-20T09:00:00.000Z' })
  expect(changesOf(scheduled, { expiresAt: '2026-11-26T09:00:00.000Z' })).toEqual({
    expiresAt: '2026-11-26T09:00:00.000Z',
  })
  expect(endProblem(scheduled, { expiresAt: '2026-11-24T09:00:00.000Z' }, now)).toMatch(/after it goes out/)
  expect(endProblem(scheduled, { expiresAt: '2026-11-24T09:00:00.000Z', scheduledAt: null }, now)).toBeNull()
  expect(endProblem({ ...scheduled, expiresAt: '2026-11-26T09:00:00.000Z' }, { scheduledAt: null }, now)).toBeNull()
  expect(endProblem(out, { expiresAt: at }, now)).toMatch(/in the future/)
  // An end that was not touched keeps nobody from saving a text.
  expect(endProblem(out, { text: 'Other' }, now)).toBeNull()
})
