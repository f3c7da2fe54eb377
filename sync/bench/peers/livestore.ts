import { makePersistedAdapter } from '@livestore/adapter-web'
import LiveStoreSharedWorker from '@livestore/adapter-web/shared-worker?sharedworker'
import { createStorePromise, queryDb } from '@livestore/livestore'
import type { Store } from '@livestore/livestore'
import { cannot } from '../engines/engine.ts'
import type { Engine } from '../engines/engine.ts'
import type { Line } from '../in-page/line.ts'
import type { Message } from '../message.ts'
import { events, messages, schema } from './livestore-schema.ts'
import LiveStoreWorker from './livestore.worker.ts?worker'

/** LiveStore over SQLite: in memory on the page, and in the origin's private file system by its workers. */
export function livestore(line: Line): Engine {
  let store: Store<typeof schema>
  let version = 0
  const query = (conversationId: string, limit: number) =>
    queryDb(messages.where({ conversationId }).orderBy('seq', 'desc').limit(limit), { deps: [conversationId, limit] })
  return {
    async open() {
      const adapter = makePersistedAdapter({
        storage: { type: 'opfs' },
        worker: LiveStoreWorker,
        sharedWorker: LiveStoreSharedWorker,
      })
      store = await createStorePromise({ schema, adapter, storeId: 'bench', disableDevtools: true })
    },
    async pull() {
      version = await line.eachPage(version, async ({ rows }) => void store.commit(events.brought({ rows })))
    },
    send: async (message) => void store.commit(events.sent(message)),
    edit: cannot,
    replay: cannot,
    newest: async (conversationId, limit) => [...store.query(query(conversationId, limit))] as Message[],
    watch(conversationId, limit, onRows) {
      store.subscribe(query(conversationId, limit), (rows) => onRows([...rows] as Message[]))
    },
    // Its workers write behind, and have no way to tell.
    settle: () => new Promise((resolve) => setTimeout(resolve, 6_000)),
  }
}
