/// <reference lib="es2024" />
const DATABASE = 'vesper-shared'
const STORE = 'items'
/** An item that nobody has come back for goes after these days. */
const KEPT_DAYS = 30
const DAY_MS = 86_400_000

export type SharedFile = { fileId: string; file: File }

/** Text, links and files that another app has shared with Vesper on this device, until they are in a draft. */
export type SharedItem = {
  /** A UUID: that of the draft that it becomes, so that the same item makes one draft however often it is taken. */
  id: string
  /** The account that was signed in then; null for nobody: it belongs to the account that signs in next. */
  account: string | null
  /** Milliseconds since 1970. */
  at: number
  text: string
  files: SharedFile[]
}

/** Resolves when the item is on disk. Rejects when the device has no room for it. */
export async function keepSharedItem(item: SharedItem): Promise<void> {
  await inStore('readwrite', (store) => {
    const old = store.getAll() as IDBRequest<SharedItem[]>
    old.onsuccess = () => {
      for (const { id, at } of old.result) if (at < item.at - KEPT_DAYS * DAY_MS) store.delete(id)
    }
    store.put(item)
  })
}

/** The newest item that `account` may take, or that with `id`; null without one. */
export async function readSharedItem(account: string | null, id: string | null = null): Promise<SharedItem | null> {
  const items = ((await inStore('readonly', (store) => store.getAll())) ?? []) as SharedItem[]
  const own = items.filter((item) => item.account === null || item.account === account)
  const [newest = null] = own.toSorted((one, other) => other.at - one.at)
  return id === null ? newest : (own.find((item) => item.id === id) ?? null)
}

export async function removeSharedItem(id: string): Promise<void> {
  await inStore('readwrite', (store) => void store.delete(id))
}

/** Removes the items of an account that leaves this device. */
export async function removeSharedItemsOf(account: string): Promise<void> {
  // Most devices have none, and should not get the database for it.
  const databases = await globalThis.indexedDB?.databases?.()
  if (!databases?.some(({ name }) => name === DATABASE)) return
  await inStore('readwrite', (store) => {
    const all = store.getAll() as IDBRequest<SharedItem[]>
    all.onsuccess = () => {
      for (const item of all.result) if (item.account === account) store.delete(item.id)
    }
  })
}

async function inStore(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest | void): Promise<unknown> {
  const database = await open()
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode, { durability: 'strict' })
      const request = work(transaction.objectStore(STORE))
      transaction.oncomplete = () => resolve(request?.result)
      transaction.onabort = transaction.onerror = () =>
        reject(new Error('The shared item cannot be stored', { cause: transaction.error }))
    })
  } finally {
    database.close()
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(new Error('The storage of this browser does not open', { cause: request.error }))
  })
}
