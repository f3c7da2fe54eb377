/// <reference lib="es2024" />
const DATABASE = 'vesper-shared'
const STORE = 'items'
const HOUR_MS = 3_600_000
/** An item that nobody has come back for goes after this time (milliseconds); one of nobody sooner: anybody may come next. */
const KEPT_MS = 720 * HOUR_MS
const KEPT_OF_NOBODY_MS = HOUR_MS
/** So many items wait for one account at most. */
const ITEMS_MAX = 5

export type SharedFile = { fileId: string; file: File }

/** Text, links and files that another app has shared with Vesper on this device, until they are in a draft. */
export type SharedItem = {
  /** A UUID: that of the draft that it becomes, so that the same item makes one draft however often it is taken. */
  id: string
  /** The account that was signed in then; null for nobody: it may be taken by the account that signs in within an hour. */
  account: string | null
  /** Milliseconds since 1970. */
  at: number
  text: string
  files: SharedFile[]
}

/** Resolves when the item is on disk: to false where as many as may wait do already. Rejects when the device has no room for it. */
export async function keepSharedItem(item: SharedItem): Promise<boolean> {
  let isKept = false
  await inStore('readwrite', (store) =>
    withoutOld(store, item.at, (items) => {
      isKept = items.filter(isFor(item.account)).length < ITEMS_MAX
      if (isKept) store.put(item)
    }),
  )
  return isKept
}

/** The newest item that `account` may take, or that with `id`; null without one. */
export async function readSharedItem(account: string | null, id: string | null = null): Promise<SharedItem | null> {
  let own: SharedItem[] = []
  await inStore('readwrite', (store) =>
    withoutOld(store, Date.now(), (items) => {
      own = items.filter(isFor(account))
    }),
  )
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

function isFor(account: string | null): (item: SharedItem) => boolean {
  return (item) => item.account === null || item.account === account
}

/** Deletes the items whose time is over at `now` (milliseconds since 1970), and goes on with the others. */
function withoutOld(store: IDBObjectStore, now: number, goOn: (items: SharedItem[]) => void): void {
  const all = store.getAll() as IDBRequest<SharedItem[]>
  all.onsuccess = () => {
    const isOld = ({ account, at }: SharedItem) => now - at >= (account === null ? KEPT_OF_NOBODY_MS : KEPT_MS)
    for (const item of all.result) if (isOld(item)) store.delete(item.id)
    goOn(all.result.filter((item) => !isOld(item)))
  }
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
