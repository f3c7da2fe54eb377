import { v7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { MemoryDatabase } from '../../testing/memory-store.ts'
import { emptyDraft } from '../../vesper/records/post-draft.ts'
import type { PostDraft } from '../../vesper/records/post-draft.ts'
import { vesperModel } from '../../vesper/vesper-model.ts'
import { SendWindow } from '../core/send-window.ts'
import type { SpacePatch } from '../protocol/sync-response.ts'
import { applyAnswer } from './apply-answer.ts'
import { takeBatch } from './batch.ts'
import { resetCache } from './cache.ts'
import { enqueue, recordOf } from './enqueue.ts'
import type { Replica } from './replica.ts'

const ME = '00000000-0000-7000-8aaa-000000000001'
const AT = '2026-11-21T09:00:00.000Z'
const epoch = v7()
const own = `u:${ME}`

let replica: Replica
beforeEach(() => {
  const { store } = new MemoryDatabase(Object.keys(vesperModel.collections)).connect()
  replica = { account: ME, model: vesperModel, store, newId: v7, now: () => new Date(AT), log: () => {} }
})

test('[STORE-2] emptying the cache leaves drafts of posts that the server has, with what is not sent of them on top', async () => {
  const [edited, untouched, discarded] = [draft('as sent'), draft('left alone'), draft('to go')]
  await answered([edited, untouched, discarded])
  await queue('draft.save', { _id: edited._id, base: { price: 0 }, changes: { price: 5 }, editedAt: AT })
  await queue('draft.discard', { _id: discarded._id, seen: v7() })
  await resetCache(replica)
  expect(await drafts()).toEqual([
    ['as sent', 5],
    ['left alone', 0],
  ])
  expect(await replica.store.read('replica', (tx) => tx.spaces.all())).toEqual([])
})

test('[STORE-2] once their space has come anew, drafts are those that the server has', async () => {
  const [edited, elsewhere] = [draft('as sent'), draft('discarded elsewhere')]
  await answered([edited, elsewhere])
  await queue('draft.save', { _id: edited._id, base: { price: 0 }, changes: { price: 5 }, editedAt: AT })
  await resetCache(replica)
  await answered([{ ...edited, text: 'as sent since' }])
  expect(await drafts()).toEqual([['as sent since', 5]])
  const base = await replica.store.read('replica', (tx) => tx.base.all())
  expect(base.map(({ row }) => row?.['text'])).toEqual(['as sent since'])
})

function draft(text: string): PostDraft {
  const begun = { ...emptyDraft, _id: v7(), ownerId: ME, files: [], thumbnail: null, teaser: null, isPublishing: false }
  return { ...begun, text, createdAt: AT, updatedAt: AT }
}

/** A pull that brings the account's own space anew, with these drafts. */
async function answered(held: PostDraft[]): Promise<void> {
  const window = new SendWindow(0, () => 0)
  const batch = await takeBatch(replica, { window, now: 0, maxBytes: 1 })
  const rows = held.map((value) => ({ collection: 'post-drafts', id: value._id, value }))
  const spaces: SpacePatch[] = [{ space: own, version: 1, reset: true, rows }]
  await applyAnswer(replica, batch, {
    response: { epoch, run: 1, outcomes: [], spaces, gone: [], more: false },
  })
}

async function queue(name: string, args: unknown): Promise<void> {
  await enqueue(replica, recordOf(replica, name, args))
}

async function drafts(): Promise<unknown[]> {
  const rows = await replica.store.read('replica', (tx) => tx.rows('post-drafts').all())
  return rows.map(({ text, price }) => [text, price])
}
