import { v7 } from 'uuid'
import { expect } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { StreamMessage } from './entity.ts'
import { changeStream, chatOf, makeStream } from './testing/chat.ts'
import { test } from './testing/stage.ts'
import { DAYS_KEPT, LINES_KEPT, trimLines } from './trim-lines.ts'

const DAY_MS = 86_400_000

test('the latest 2,000 lines of a stream stay, with the pinned one, for 30 days', async ({
  server,
  stream,
  fan,
  creator,
  clock,
}) => {
  const ids = Array.from({ length: LINES_KEPT + 3 }, () => v7())
  await transact(server.app, null, async ({ em, now }) => {
    for (const [index, id] of ids.entries()) {
      const line = { id, streamId: stream.id, seq: index + 1, senderId: fan.id, text: 'Line', createdAt: now }
      em.create(StreamMessage, { ...line, kind: 'text' })
    }
  })
  await changeStream(server, stream.id, { chatSeq: ids.length, pinnedId: ids[0] ?? null })
  const other = await makeStream(server, creator, { kind: 'private' })
  await trimLines(server.app)
  const seqs = async () => (await chatOf(server, stream.id)).lines.map(({ seq }) => seq)
  const kept = await seqs()
  expect([kept.length, kept[0], kept[1]]).toEqual([LINES_KEPT + 1, 1, 4])
  clock.ms += DAYS_KEPT * DAY_MS
  await trimLines(server.app)
  expect(await seqs()).toHaveLength(LINES_KEPT + 1)
  clock.ms += 1
  await trimLines(server.app)
  expect([await seqs(), (await chatOf(server, other.id)).lines]).toEqual([[], []])
})
