import { BTreeIndex, createCollection, createLiveQueryCollection, eq } from '@tanstack/db'
import type { SyncConfig } from '@tanstack/db'
import { IndexedDBAdapter, startOfflineExecutor } from '@tanstack/offline-transactions'
import type { OfflineExecutor, OnlineDetector } from '@tanstack/offline-transactions'
import { cannot } from '../engines/engine.ts'
import type { Engine } from '../engines/engine.ts'
import type { Line } from '../in-page/line.ts'
import type { Message } from '../message.ts'

type Server = Parameters<SyncConfig<Message, string>['sync']>[0]

/** The outbox of offline-transactions, which tells by itself only when the server has answered. */
class TellingAdapter extends IndexedDBAdapter {
  readonly #waiting: (() => void)[] = []

  /** Resolves when the next transaction is in the outbox. */
  nextKept(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  override async set(key: string, value: string): Promise<void> {
    await super.set(key, value)
    this.#waiting.shift()?.()
  }
}

/** TanStack DB with offline-transactions: the outbox is in IndexedDB, the server's rows are in memory. */
export function tanstack(line: Line): Engine {
  let server: Server | undefined
  let version = 0
  const messages = createCollection<Message, string>({
    id: 'messages',
    getKey: ({ _id }) => _id,
    startSync: true,
    gcTime: 0,
    autoIndex: 'eager',
    defaultIndexType: BTreeIndex,
    sync: {
      sync(given) {
        server = given
        given.markReady()
      },
    },
  })
  const storage = new TellingAdapter('bench-tanstack', 'transactions')
  const finished: Promise<unknown>[] = []
  const detector = new Detector(line)
  let executor: OfflineExecutor

  const takeIn = (rows: Message[]) => {
    // Else nothing from the server is shown for as long as anything is queued.
    server?.begin({ immediate: true })
    for (const value of rows) server?.write({ type: messages.has(value._id) ? 'update' : 'insert', value })
    server?.commit()
  }
  const queue = async (work: () => void) => {
    const transaction = executor.createOfflineTransaction({ mutationFnName: 'send', autoCommit: false })
    const kept = storage.nextKept()
    transaction.mutate(work)
    finished.push(transaction.commit())
    await kept
  }
  const query = (conversationId: string, limit: number) =>
    createLiveQueryCollection({
      startSync: true,
      query: (q) =>
        q
          .from({ message: messages })
          .where(({ message }) => eq(message.conversationId, conversationId))
          .orderBy(({ message }) => message.seq, 'desc')
          .limit(limit),
    })
  return {
    async open() {
      executor = startOfflineExecutor({
        collections: { messages },
        storage,
        onlineDetector: detector,
        mutationFns: {
          async send({ transaction }) {
            const changed = transaction.mutations.map(({ modified }) => modified as unknown as Message)
            const { rows } = await line.post<{ rows: Message[] }>('/mutations', { messages: changed })
            takeIn(rows)
          },
        },
      })
      await executor.waitForInit()
    },
    async pull() {
      version = await line.eachPage(version, async ({ rows }) => takeIn(rows))
    },
    send: (message) => queue(() => void messages.insert(message)),
    edit: cannot,
    async replay() {
      detector.notifyOnline()
      await Promise.all(finished)
    },
    newest: async (conversationId, limit) => [...(await query(conversationId, limit).toArrayWhenReady())],
    watch(conversationId, limit, onRows) {
      const live = query(conversationId, limit)
      live.subscribeChanges(() => onRows([...live.toArray]), { includeInitialState: true })
    },
    settle: async () => {},
  }
}

class Detector implements OnlineDetector {
  readonly #line: Line
  readonly #listeners = new Set<() => void>()

  constructor(line: Line) {
    this.#line = line
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  notifyOnline(): void {
    for (const listener of this.#listeners) listener()
  }

  isOnline(): boolean {
    return this.#line.online
  }

  dispose(): void {
    this.#listeners.clear()
  }
}
