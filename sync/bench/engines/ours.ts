import { Dexie } from 'dexie'
import { browserPorts } from '../../engine/browser/browser-ports.ts'
import { openDatabase } from '../../engine/dexie/database.ts'
import type { Db } from '../../engine/dexie/database.ts'
import { RangeWatch } from '../../engine/dexie/range-watch.ts'
import { cacheBackup } from '../../engine/outbox-backup/cache-backup.ts'
import type { SyncRequest } from '../../engine/protocol/sync-request.ts'
import { createSyncClient } from '../../engine/sync-client.ts'
import type { SyncClient } from '../../engine/sync-client.ts'
import type { Line } from '../in-page/line.ts'
import type { Message } from '../message.ts'
import type { Engine } from './engine.ts'
import { benchModel } from './ours-model.ts'

type Client = SyncClient<typeof benchModel, Db<typeof benchModel>>

const ACCOUNT = '01900000-0000-7000-8000-0000000000aa'

/** The engine of this package, put together as the app does it. */
export function ours(line: Line): Engine {
  let client: Client
  const newest = (conversationId: string, limit: number) =>
    client.db.messages
      .where('[conversationId+seq]')
      .between([conversationId, Dexie.minKey], [conversationId, Dexie.maxKey])
      .reverse()
      .limit(limit)
      .toArray()
  const drain = async () => {
    while (!(await client.drainOnce())) continue
  }
  return {
    async open() {
      client = await openClient(line)
      await client.restoreBackup()
      client.wake('start')
    },
    newest,
    send: async (message) => void (await client.mutate('message.send', message)),
    async edit({ _id, conversationId }, text) {
      await client.mutate('message.edit', { _id, conversationId, text })
    },
    watch(conversationId, limit, onRows) {
      const [from, to] = [
        [conversationId, Dexie.minKey],
        [conversationId, Dexie.maxKey],
      ]
      const next = (rows: Message[]) => onRows(rows.toReversed())
      const range = { index: '[conversationId+seq]', from, to, last: limit }
      void new RangeWatch(client.db.messages, range, { next, error: fail })
    },
    settle: async () => {},
    async pull() {
      await leading(client)
      await client.drainOnce()
    },
    replay: drain,
  }
}

async function openClient(line: Line): Promise<Client> {
  return createSyncClient({
    account: ACCOUNT,
    model: benchModel,
    database: await openDatabase(ACCOUNT, benchModel),
    transport: async (request: SyncRequest) => ({ status: 200, body: await line.post('/api/sync', request) }),
    uploader: async () => ({ status: 200, body: null }),
    loadBackup: async (edges) => cacheBackup(`bench-unsent-${ACCOUNT}`, edges),
    log: () => {},
    ...browserPorts(benchModel, ACCOUNT),
  })
}

/** A tab that has just been opened does not talk to the server yet. */
function leading(client: Client): Promise<void> {
  return new Promise((resolve) => {
    const check = () => client.status().leader && resolve()
    client.subscribe(check)
    check()
  })
}

function fail(cause: unknown): never {
  throw cause
}
