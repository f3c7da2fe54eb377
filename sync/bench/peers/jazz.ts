import { Dexie } from 'dexie'
import type { Table } from 'dexie'
import { AuthSecretStorage, co, KvStoreContext, z } from 'jazz-tools'
import { createJazzBrowserContext } from 'jazz-tools/browser'
import { cannot } from '../engines/engine.ts'
import type { Engine } from '../engines/engine.ts'
import type { Line } from '../in-page/line.ts'
import type { Message } from '../message.ts'

const Item = z.object({
  _id: z.string(),
  conversationId: z.string(),
  seq: z.number(),
  senderId: z.string(),
  text: z.string(),
  isDeleted: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
const Conversation = co.list(Item)
const Conversations = co.record(z.string(), Conversation)
const Root = co.map({ conversations: Conversations })
const Account = co.account({ root: Root, profile: co.profile({ name: z.string() }) }).withMigration((account) => {
  if (!account.$jazz.has('root')) account.$jazz.set('root', { conversations: {} })
})

/** The account's keys, as safe as Dexie keeps them: the browser's local storage loses them with a kill, and all rows with them. */
class DurableKeys {
  readonly #keys: Table<{ key: string; value: string }, string>

  constructor() {
    const db = new Dexie('bench-jazz-keys')
    db.version(1).stores({ keys: 'key' })
    this.#keys = db.table('keys')
  }

  async get(key: string): Promise<string | null> {
    return (await this.#keys.get(key))?.value ?? null
  }

  async set(key: string, value: string): Promise<void> {
    await this.#keys.put({ key, value })
  }

  async delete(key: string): Promise<void> {
    await this.#keys.delete(key)
  }

  async clearAll(): Promise<void> {
    await this.#keys.clear()
  }
}

/** Jazz over its IndexedDB storage, each conversation a list, without its cloud. */
export function jazz(line: Line): Engine {
  let conversations: co.loaded<typeof Conversations>
  let version = 0
  const loaded = async (conversationId: string) => {
    const id = conversations.$jazz.refs[conversationId]?.id
    const found = id && (await Conversation.load(id))
    if (found && found.$isLoaded) return found
    conversations.$jazz.set(conversationId, [])
    return conversations[conversationId] as co.loaded<typeof Conversation>
  }
  const newestOf = (list: co.loaded<typeof Conversation>, limit: number) => list.slice(-limit).reverse() as Message[]
  return {
    async open() {
      KvStoreContext.getInstance().initialize(new DurableKeys())
      const authSecretStorage = new AuthSecretStorage()
      const { me } = await createJazzBrowserContext({
        sync: { when: 'never' },
        AccountSchema: Account,
        authSecretStorage,
        defaultProfileName: 'bench',
        credentials: (await authSecretStorage.get()) ?? undefined,
      } as never)
      const account = await (me as unknown as co.loaded<typeof Account>).$jazz.ensureLoaded({
        resolve: { root: { conversations: true } },
      })
      conversations = account.root.conversations as co.loaded<typeof Conversations>
    },
    async pull() {
      version = await line.eachPage(version, async ({ rows }) => {
        for (const [conversationId, messages] of Map.groupBy(rows, (row) => row.conversationId)) {
          ;(await loaded(conversationId)).$jazz.push(...messages)
        }
      })
    },
    send: async (message) => void (await loaded(message.conversationId)).$jazz.push(message),
    edit: cannot,
    replay: cannot,
    newest: async (conversationId, limit) => newestOf(await loaded(conversationId), limit),
    watch(conversationId, limit, onRows) {
      void loaded(conversationId).then((list) => list.$jazz.subscribe((now) => onRows(newestOf(now as never, limit))))
    },
    // It writes to disk as it comes to it, and has no way to tell.
    settle: () => new Promise((resolve) => setTimeout(resolve, 3_000)),
  }
}
