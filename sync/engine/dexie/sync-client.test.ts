import 'fake-indexeddb/auto'
import { liveQuery } from 'dexie'
import type { Observable } from 'dexie'
import { v7 } from 'uuid'
import { afterEach, expect, test } from 'vitest'
import type { Message } from '../../vesper/records/message.ts'
import { PENDING_SEQ } from '../../vesper/records/message.ts'
import { vesperModel } from '../../vesper/vesper-model.ts'
import { browserPorts } from '../browser/browser-ports.ts'
import { SendWindow } from '../core/send-window.ts'
import { applyAnswer } from '../local/apply-answer.ts'
import { takeBatch } from '../local/batch.ts'
import type { Replica } from '../local/replica.ts'
import type { SyncResponse } from '../protocol/sync-response.ts'
import { createSyncClient } from '../sync-client.ts'
import { openDatabase } from './database.ts'

const account = v7()
const conversationId = v7()
const space = `c:${conversationId}`
const epoch = v7()
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

test('[OUTBOX-1] a message is in the outbox and on screen when mutate() resolves, and in one notification', async () => {
  const { client } = await device(() => Promise.reject(new TypeError('no line')))
  const seen = watch(liveQuery(() => client.db.messages.toArray()))
  await seen.until((messages) => messages.length === 0)
  const _id = v7()
  const { id } = await client.mutate('message.send', { _id, conversationId, text: 'hello', fileIds: [] })
  expect(await client.db.outbox.toArray()).toMatchObject([{ id, name: 'message.send', lane: space, owner: account }])
  const shown = await seen.until((messages) => messages.length === 1)
  expect(shown).toMatchObject([{ _id, text: 'hello', senderId: account }])
  expect(shown[0]?.seq).toBeGreaterThanOrEqual(PENDING_SEQ)
  expect(seen.count()).toBe(2)
})

test('[CURSOR-4] an app from before a collection takes in the rest of the answer', async () => {
  const { client } = await device(async () => {
    const rows = [
      { collection: 'of-tomorrow', id: v7(), value: { any: 'thing' } },
      { collection: 'messages', id: v7(), value: message(v7(), 1) },
      { collection: 'of-tomorrow', id: v7(), value: null },
    ]
    return { epoch, run: 1, outcomes: [], spaces: [{ space, version: 1, reset: true, rows }], gone: [], more: false }
  })
  client.wake('start')
  await watch(liveQuery(() => client.db.messages.toArray())).until((messages) => messages.length === 1)
})

test('[REBASE-8] outcome and patch come as one: the message is never away, and never twice', async () => {
  const { client } = await device(async ({ mutations }) => {
    if (mutations.length === 0) return { epoch, run: 1, outcomes: [], spaces: [], gone: [], more: false }
    const [{ id, args }] = mutations as [{ id: string; args: Message }]
    const rows = [{ collection: 'messages', id: args._id, value: { ...message(args._id, 1), text: args.text } }]
    const spaces = [{ space, version: 1, reset: true, rows }]
    return { epoch, run: 1, outcomes: [{ id, status: 'applied' }], spaces, gone: [], more: false }
  })
  const seen = watch(liveQuery(() => client.db.messages.toArray()))
  await seen.until((messages) => messages.length === 0)
  await client.mutate('message.send', { _id: v7(), conversationId, text: 'hello', fileIds: [] })
  client.wake('start')
  const shown = await seen.until((messages) => messages[0]?.seq === 1)
  expect(shown).toHaveLength(1)
  const [before, ...after] = seen.values().map((messages) => messages.length)
  expect([before, new Set(after)]).toEqual([0, new Set([1])])
})

test('[REBASE-7] 1,000 pending over 1,000 changed rows are one notification', async () => {
  const { client, replica } = await device(() => Promise.reject(new TypeError('no line')))
  const ids = Array.from({ length: 1_000 }, () => v7())
  await take(
    replica,
    ids.map((id, index) => message(id, index + 1)),
    1,
  )
  for (const _id of ids) await client.mutate('message.delete', { _id, conversationId })
  const seen = watch(liveQuery(() => client.db.messages.toArray()))
  await seen.until((messages) => messages.length === 1_000)
  await take(
    replica,
    ids.map((id, index) => ({ ...message(id, index + 1), createdAt: '2026-02-02T00:00:00.000Z' })),
    2,
  )
  const shown = await seen.until((messages) => messages[0]?.createdAt === '2026-02-02T00:00:00.000Z')
  expect(shown.every(({ isDeleted }) => isDeleted)).toBe(true)
  expect(seen.count()).toBe(2)
}, 60_000)

async function device(serve: (request: { mutations: { id: string; args: unknown }[] }) => Promise<SyncResponse>) {
  const database = await openDatabase(account, vesperModel)
  await database.db.transaction('rw', database.db.tables, () => Promise.all(database.db.tables.map((t) => t.clear())))
  const log = () => {}
  const replica: Replica = {
    account,
    model: vesperModel,
    store: database.store,
    newId: () => v7(),
    now: () => new Date(),
    log,
  }
  const client = createSyncClient({
    account,
    model: vesperModel,
    database,
    transport: async (request) => ({ status: 200, body: await serve(request) }),
    uploader: async () => ({ status: 200, body: null }),
    ...browserPorts(vesperModel, v7()),
    log,
  })
  closing.push(() => client.stop())
  return { client, replica }
}

async function take(replica: Replica, rows: Message[], version: number): Promise<void> {
  const batch = await takeBatch(replica, { window: new SendWindow(0, () => 0), now: 0 })
  const patch = rows.map((value) => ({ collection: 'messages', id: value._id, value }))
  const spaces = [{ space, version, reset: version === 1, rows: patch }]
  await applyAnswer(replica, batch, {
    response: { epoch, run: 1, outcomes: [], spaces, gone: [], more: false },
  })
}

function message(_id: string, seq: number): Message {
  const at = '2026-01-01T00:00:00.000Z'
  return {
    _id,
    conversationId,
    seq,
    senderId: account,
    text: `m${seq}`,
    files: [],
    isDeleted: false,
    createdAt: at,
    updatedAt: at,
  }
}

/** The results of a live query, and the moment of the awaited one. */
function watch<Value>(query: Observable<Value>) {
  const values: Value[] = []
  let check = () => {}
  const subscription = query.subscribe((value) => {
    values.push(value)
    check()
  })
  closing.push(async () => subscription.unsubscribe())
  return {
    values: () => values,
    count: () => values.length,
    until: (wanted: (value: Value) => boolean) =>
      new Promise<Value>((resolve) => {
        check = () => {
          const last = values.at(-1)
          if (last !== undefined && wanted(last)) resolve(last)
        }
        check()
      }),
  }
}
