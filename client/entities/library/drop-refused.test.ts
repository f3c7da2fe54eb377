// @vitest-environment happy-dom
import { rejectForFile } from '@vesper/sync/engine/local/retry-mutation.ts'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { rejectWaiting } from '../../testing/reject-waiting.ts'
import { syncWithoutLine } from '../../testing/sync-without-line.ts'
import { dropRefused } from './drop-refused.ts'

const unreadable = { kind: 'unsupported', message: 'This file could not be read.' } as const

/** The draft of a post whose files were picked one after the other, so that each save names those before. */
async function draftOf(count: number) {
  const sync = await syncWithoutLine()
  const [_id, editedAt] = [v7(), new Date().toISOString()]
  const fileIds: string[] = []
  for (let added = 0; added < count; added++) {
    const fileId = v7()
    await sync.attach({ fileId, name: 'sea.jpg', mimeType: 'image/jpeg', bytes: new ArrayBuffer(8) })
    const base = { fileIds: [...fileIds] }
    fileIds.push(fileId)
    await sync.mutate('draft.save', { _id, base, changes: { fileIds: [...fileIds] }, editedAt })
  }
  const drop = async () => {
    await dropRefused(sync, await sync.db.outbox.where('state').equals('rejected').sortBy('order'))
    const uploads = await sync.db.uploads.toCollection().primaryKeys()
    return { row: await sync.db['post-drafts'].get(_id), queued: await sync.db.outbox.toArray(), uploads }
  }
  return { sync, fileIds, drop }
}

test('files that cannot be used go, and a good one that was refused with them stays in its draft', async () => {
  const { sync, fileIds, drop } = await draftOf(3)
  const [bad = '', worse = '', good] = fileIds
  for (const fileId of [bad, worse]) await rejectForFile(sync.inside.replica, fileId, unreadable)
  const { row, queued, uploads } = await drop()
  expect([row?.fileIds, uploads]).toEqual([[good], [good]])
  expect(queued).toMatchObject([{ state: 'waiting', args: { changes: { fileIds: [good] } } }])
})

test('a change that is refused for another reason goes as a whole', async () => {
  const { sync, drop } = await draftOf(2)
  await rejectWaiting(sync.inside.replica, unreadable)
  expect(await drop()).toEqual({ row: undefined, queued: [], uploads: [] })
})
