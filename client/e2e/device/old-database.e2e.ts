import { PENDING_SEQ } from '../../../sync/vesper/records/message.ts'
import { accountOn, ApiClient, logIn, messages, openConversation } from '../fixtures/steps.ts'
import { rowsOf } from '../fixtures/stored.ts'
import { expect, test } from '../fixtures/test.ts'

/** The first version of Dexie's in IndexedDB, which counts ten times as fast. */
const FIRST = 10
/** The tables of an app of schema 1, with their keys. */
const TABLES = {
  ...{ outbox: 'order', base: '[collection+id]', spaces: 'space', drafts: 'key', uploads: 'fileId', blobs: 'fileId' },
  ...{ meta: 'key', profiles: '_id', conversations: '_id', messages: '_id' },
}

test('the database of the first app is upgraded with its outbox and drafts, which go out once', async ({
  server,
  newDevice,
}) => {
  const device = await newDevice(server)
  const page = await device.open()
  await logIn(page, 'fan3')
  const account = await accountOn(page)
  const conversation = await openConversation(page, 'Teo Almeida')
  // A page of the same origin that is not the app.
  await page.goto('/health')
  await page.evaluate(goBack, {
    name: `vesper-${account}`,
    version: FIRST,
    tables: TABLES,
    ...unsent(account, conversation),
  })

  await device.context.route('**/api/sync', (route) => route.abort())
  await page.goto(`/messages/${conversation}`)
  await expect(messages(page).filter({ hasText: 'of the first app' })).toContainText('Waiting')
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('half of the first app')
  await device.context.unroute('**/api/sync')
  await expect(messages(page).filter({ hasText: 'of the first app' })).toContainText('Sent', { timeout: 20_000 })
  // Opening the thread may queue that it was read, behind the message.
  await expect.poll(() => rowsOf(page, account, 'outbox')).toEqual([])
  await expect.poll(async () => (await rowsOf(page, account, 'posts')).length).toBeGreaterThan(0)
  const arrived = await (await ApiClient.logIn(server, 'creator2')).messages(conversation)
  expect(arrived.filter(({ text }) => text === 'of the first app')).toHaveLength(1)
})

function unsent(account: string, conversationId: string) {
  const queuedAt = '2026-01-01T00:00:00.000Z'
  const args = { _id: crypto.randomUUID(), conversationId, text: 'of the first app', fileIds: [] }
  return {
    record: {
      ...{ id: crypto.randomUUID(), lane: `c:${conversationId}`, name: 'message.send', args, owner: account },
      ...{ schema: 1, queuedAt, state: 'waiting', attempts: 0, rejection: null },
    },
    // Its half, and that the server has no such row.
    shown: {
      ...{ _id: args._id, conversationId, seq: PENDING_SEQ + 1, senderId: account, text: args.text, files: [] },
      ...{ isDeleted: false, createdAt: queuedAt, updatedAt: queuedAt },
    },
    aside: { collection: 'messages', id: args._id, row: null },
    draft: { key: `message:${conversationId}`, text: 'half of the first app', fileIds: [], updatedAt: queuedAt },
  }
}

type Old = { name: string; version: number; tables: Record<string, string> } & ReturnType<typeof unsent>

/** Puts a database of before in the place of the account's, with what the cache had, and something unsent. */
async function goBack({ name, version, tables, record, shown, aside, draft }: Old): Promise<void> {
  const done = <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const now = await done(indexedDB.open(name))
  const held = new Map<string, unknown[]>()
  for (const table of Object.keys(tables)) {
    held.set(table, await done(now.transaction(table).objectStore(table).getAll()))
  }
  now.close()
  await done(indexedDB.deleteDatabase(name))
  const opening = indexedDB.open(name, version)
  opening.onupgradeneeded = () => {
    for (const [table, key] of Object.entries(tables)) {
      const keyPath = key.startsWith('[') ? key.slice(1, -1).split('+') : key
      const store = opening.result.createObjectStore(table, { keyPath, autoIncrement: table === 'outbox' })
      if (!['outbox', 'base', 'spaces', 'drafts', 'uploads', 'blobs', 'meta'].includes(table))
        store.createIndex('$space', '$space')
      if (table === 'outbox') store.createIndex('id', 'id', { unique: true })
    }
  }
  const old = await done(opening)
  const writing = old.transaction(Object.keys(tables), 'readwrite')
  for (const [table, rows] of held) for (const row of rows) writing.objectStore(table).put(row)
  writing.objectStore('outbox').add(record)
  writing.objectStore('messages').add(shown)
  writing.objectStore('base').add(aside)
  writing.objectStore('drafts').put(draft)
  await new Promise((resolve) => (writing.oncomplete = resolve))
  old.close()
}
