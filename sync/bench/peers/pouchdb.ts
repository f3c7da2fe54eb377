import PouchDB from 'pouchdb-browser'
import { cannot } from '../engines/engine.ts'
import type { Engine } from '../engines/engine.ts'
import type { Line } from '../in-page/line.ts'
import type { Message } from '../message.ts'

type Kept = Message & { _id: string; id: string }

/** PouchDB over IndexedDB, with ids by which a conversation's newest messages are a plain range. */
export function pouchdb(line: Line): Engine {
  const db = new PouchDB<Kept>('bench-pouchdb', { auto_compaction: true })
  let version = 0
  const newest = async (conversationId: string, limit: number) => {
    const range = { startkey: `${conversationId}/\ufff0`, endkey: `${conversationId}/`, descending: true }
    const { rows } = await db.allDocs({ ...range, include_docs: true, limit })
    return rows.flatMap((row) => ('doc' in row && row.doc ? [messageOf(row.doc)] : []))
  }
  return {
    open: async () => void (await db.info()),
    async pull() {
      version = await line.eachPage(version, async ({ rows }) => void (await db.bulkDocs(rows.map(keptOf))))
    },
    send: async (message) => void (await db.put(keptOf(message))),
    edit: cannot,
    replay: cannot,
    newest,
    watch(conversationId, limit, onRows) {
      void newest(conversationId, limit).then(onRows)
      watchers.get(db)?.push({ conversationId, limit, onRows }) ?? listen(db, newest, { conversationId, limit, onRows })
    },
    settle: async () => {},
  }
}

type Watcher = { conversationId: string; limit: number; onRows: (rows: Message[]) => void }
const watchers = new WeakMap<object, Watcher[]>()

/** One feed of changes for all queries: each changed document makes those of its conversation ask again. */
function listen(db: PouchDB.Database<Kept>, newest: Engine['newest'], first: Watcher): void {
  const all = [first]
  watchers.set(db, all)
  db.changes({ live: true, since: 'now' }).on('change', ({ id }) => {
    for (const { conversationId, limit, onRows } of all) {
      if (id.startsWith(conversationId)) void newest(conversationId, limit).then(onRows)
    }
  })
}

function keptOf(message: Message): Kept {
  const { conversationId, seq, _id } = message
  return { ...message, id: _id, _id: `${conversationId}/${String(seq).padStart(16, '0')}` }
}

function messageOf({ id, ...kept }: Kept): Message {
  return { ...kept, _id: id }
}
