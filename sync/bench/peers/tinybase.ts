import { createIndexes, createMergeableStore } from 'tinybase'
import { createIndexedDbPersister } from 'tinybase/persisters/persister-indexed-db'
import { cannot } from '../engines/engine.ts'
import type { Engine } from '../engines/engine.ts'
import type { Line } from '../in-page/line.ts'
import type { Message } from '../message.ts'

/** TinyBase's store for synchronisation, which keeps itself in IndexedDB as a whole. */
export function tinybase(line: Line): Engine {
  const store = createMergeableStore()
  const persister = createIndexedDbPersister(store, 'bench-tinybase')
  const indexes = createIndexes(store).setIndexDefinition(
    'byConversation',
    'messages',
    'conversationId',
    'seq',
    undefined,
    (a, b) => Number(b) - Number(a),
  )
  let version = 0
  const newest = (conversationId: string, limit: number) =>
    indexes
      .getSliceRowIds('byConversation', conversationId)
      .slice(0, limit)
      .map((id) => store.getRow('messages', id) as Message)
  return {
    open: async () => void (await persister.startAutoPersisting()),
    async pull() {
      version = await line.eachPage(version, async ({ rows }) => {
        store.transaction(() => {
          for (const row of rows) store.setRow('messages', row._id, row)
        })
      })
    },
    send: async (message) => void store.setRow('messages', message._id, message),
    edit: cannot,
    replay: cannot,
    newest: async (conversationId, limit) => newest(conversationId, limit),
    watch(conversationId, limit, onRows) {
      onRows(newest(conversationId, limit))
      indexes.addSliceRowIdsListener('byConversation', conversationId, () => onRows(newest(conversationId, limit)))
    },
    settle: async () => void (await persister.save()),
  }
}
