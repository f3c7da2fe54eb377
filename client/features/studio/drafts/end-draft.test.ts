import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { syncWithoutLine } from '../../../testing/sync-without-line.ts'
import { DraftEditor } from './draft-editor.ts'
import { endDraft } from './end-draft.ts'

test('a draft that is discarded while its publication waits without an answer is not published any more', async () => {
  const { sync, editor, queued } = await publishing({ attempts: 1 })
  await endDraft(sync, editor, 'draft.discard')
  expect(await queued()).toEqual([
    ['draft.save', 'waiting'],
    ['draft.publish', 'cancelling'],
    ['draft.discard', 'waiting'],
  ])
  expect([await sync.db['post-drafts'].count(), await sync.db.posts.count()]).toEqual([0, 0])
})

test('nothing is left of one whose publication was never in a request', async () => {
  const { sync, editor, queued } = await publishing({ attempts: 0 })
  await endDraft(sync, editor, 'draft.discard')
  expect(await queued()).toEqual([])
  expect([await sync.db['post-drafts'].count(), await sync.db.posts.count()]).toEqual([0, 0])
})

test('text written after a publication was taken back does not go out with it', async () => {
  const { sync, editor, queued } = await publishing({ attempts: 1 })
  const [, publication] = await sync.db.outbox.orderBy('order').toArray()
  await sync.discard(publication?.id ?? '')
  editor.edit({ text: 'Said better.' })
  await endDraft(sync, editor, 'draft.publish')
  await endDraft(sync, editor, 'draft.discard')
  expect(await queued()).toEqual([
    ['draft.save', 'waiting'],
    ['draft.publish', 'cancelling'],
    ['draft.discard', 'waiting'],
  ])
})

/** A device without a line, with a draft whose publication is queued and was in so many requests. */
async function publishing({ attempts }: { attempts: number }) {
  const sync = await syncWithoutLine()
  const editor = new DraftEditor(sync, v7())
  await editor.flush()
  editor.edit({ text: 'Hello.' })
  await endDraft(sync, editor, 'draft.publish')
  await sync.db.outbox.toCollection().modify({ attempts })
  const queued = async () => (await sync.db.outbox.orderBy('order').toArray()).map(({ name, state }) => [name, state])
  return { sync, editor, queued }
}
