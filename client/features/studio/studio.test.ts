import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { SaveDraftArgs } from '@vesper/sync/vesper/mutations/drafts.ts'
import { emptyDraft } from '@vesper/sync/vesper/records/post-draft.ts'
import type { PostDraft } from '@vesper/sync/vesper/records/post-draft.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { fromLocalTimeInput, toLocalTimeInput } from '../../core/forms/local-time.ts'
import { caretAfter } from '../../ui/text/caret-after.ts'
import { editBetween, noContent } from './drafts/edit-between.ts'
import { mayBePublished, studioItems } from './studio-items.ts'

const editedAt = '2026-11-21T09:00:00.000Z'

const draft = (n: number, change: Partial<PostDraft> = {}): PostDraft => ({
  ...{
    _id: `00000000-0000-7000-8000-00000000000${n}`,
    ownerId: 'me',
    ...emptyDraft,
    files: [],
    thumbnail: null,
    teaser: null,
    isPublishing: false,
  },
  ...{ createdAt: editedAt, updatedAt: `2026-11-21T0${n}:00:00.000Z` },
  ...change,
})

const record = (of: PostDraft, change: Partial<OutboxRecord> = {}): OutboxRecord => ({
  ...{ order: 1, id: 'r', lane: `draft:${of._id}`, name: 'draft.save', owner: 'me', schema: 2, queuedAt: editedAt },
  ...{ args: { _id: of._id, base: {}, changes: { text: 'Kept.' }, editedAt }, attempts: 0 },
  ...{ state: 'waiting' as const, rejection: null },
  ...change,
})

const refused = { state: 'rejected' as const, rejection: { kind: 'conflict', message: 'No.' } }

test('a draft says where it stands: saved, on this device only, to be published, or refused', () => {
  const [saved, waiting, publishing, bad] = [draft(1), draft(2), draft(3, { isPublishing: true }), draft(4)]
  const items = studioItems(
    [saved, waiting, publishing, bad],
    [record(waiting), record(publishing, { name: 'draft.publish' }), record(bad, refused)],
  )
  expect(items.map(({ standing, reason }) => [standing, reason])).toEqual([
    ['refused', 'No.'],
    ['publishing', null],
    ['waiting', null],
    ['saved', null],
  ])
})

test('lists the refused changes of a draft that is gone with their text', () => {
  const gone = draft(1)
  const later = record(gone, { ...refused, args: { _id: gone._id, base: {}, changes: { price: 5 }, editedAt } })
  const [item, ...others] = studioItems([], [record(gone, refused), later])
  expect(others).toEqual([])
  expect(item).toMatchObject({ _id: gone._id, draft: null, content: { text: 'Kept.', price: 5 }, standing: 'refused' })
})

test('an edit says what was changed, and from what', () => {
  expect(editBetween(noContent, { ...noContent, text: 'a', price: 2 })).toEqual({
    base: { text: '', price: 0 },
    changes: { text: 'a', price: 2 },
  })
  expect(editBetween(noContent, { ...noContent, fileIds: [] })).toBeNull()
})

test('a time goes through the input of this device and back', () => {
  const iso = new Date(2027, 1, 3, 4, 5).toISOString()
  expect([toLocalTimeInput(iso), fromLocalTimeInput(toLocalTimeInput(iso))]).toEqual(['2027-02-03T04:05', iso])
  expect(toLocalTimeInput(fromLocalTimeInput('0002-02-03T04:05'))).toBe('0002-02-03T04:05')
  expect([toLocalTimeInput(null), fromLocalTimeInput(''), fromLocalTimeInput('soon')]).toEqual(['', null, null])
})

test('a time that no post can have is one that a draft can be kept with', () => {
  for (const typed of ['9999-12-31T23:59', '20277-01-01T09:00', '275760-09-12T23:59']) {
    const scheduledAt = fromLocalTimeInput(typed)
    expect(v.is(SaveDraftArgs.entries.changes, { scheduledAt })).toBe(true)
    expect([toLocalTimeInput(scheduledAt).slice(0, 4), fromLocalTimeInput(toLocalTimeInput(scheduledAt))]).toEqual([
      '9999',
      scheduledAt,
    ])
  }
})

test.each([
  ['one two', 'zero one two', 4, 9],
  ['one two', 'one two three', 7, 7],
  ['one two', 'one', 7, 3],
  ['', 'new', 0, 0],
])('the caret stays beside what it was beside: %j → %j from %i to %i', (...[before, after, at, to]) => {
  expect(caretAfter(before, after, at)).toBe(to)
})

test.each<[string, Partial<OutboxRecord>, boolean]>([
  ['was never tried', {}, false],
  ['was sent without an answer', { attempts: 1 }, true],
  ['is on its way', { attempts: 1, state: 'sending' }, true],
  ['is being taken back', { attempts: 1, state: 'cancelling' }, true],
  ['was refused', { ...refused, attempts: 1 }, false],
])('a draft whose publication %s may be published, or is not', (_how, change, may) => {
  expect(mayBePublished([record(draft(1), { attempts: 1 })])).toBe(false)
  expect(mayBePublished([record(draft(1), { name: 'draft.publish', ...change })])).toBe(may)
})
