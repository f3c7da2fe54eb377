/// <reference lib="es2024" />
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { isLaterToken } from './is-later-token.ts'

const DATABASE = 'vesper-session'
const STORE = 'session'
const KEY = 'current'
/** A browser that has lost its storage process answers never: then we go on without. */
const LIMIT_MS = 3_000

/** Who is signed in on this device. Read by the app, its other tabs and the service worker. */
export type StoredSession = {
  token: string
  remember: boolean
  user: Profile
  /** The server refused the token: everything is kept until the same account has signed in again. */
  needsAuth: boolean
}

/** The session of this device, or null. Rejects when the storage does not answer in time. */
export async function readSession(limitMs = LIMIT_MS): Promise<StoredSession | null> {
  return ((await inStore('readonly', (store) => store.get(KEY), limitMs)) as StoredSession | undefined) ?? null
}

/** Resolves when the session is on disk. */
export async function writeSession(session: StoredSession): Promise<void> {
  await inStore('readwrite', (store) => store.put(session, KEY))
}

/**
 * Changes the record of `token`, if that is still the session of this device: a logout or another login, in any tab, that
 * came first stands.
 */
export async function changeSession(token: string, change: Partial<Omit<StoredSession, 'remember'>>): Promise<void> {
  await inStore('readwrite', (store) => {
    const request = store.get(KEY) as IDBRequest<StoredSession | undefined>
    request.onsuccess = () => {
      if (request.result?.token === token) store.put({ ...request.result, ...change }, KEY)
    }
    return request
  })
}

/** Stores the next token of the same session, unless a later one is there already, or the session has ended. */
export async function replaceToken(token: string): Promise<void> {
  await inStore('readwrite', (store) => {
    const request = store.get(KEY) as IDBRequest<StoredSession | undefined>
    request.onsuccess = () => {
      const held = request.result
      if (held && !held.needsAuth && isLaterToken(token, held.token)) store.put({ ...held, token }, KEY)
    }
    return request
  })
}

export async function removeSession(): Promise<void> {
  await inStore('readwrite', (store) => store.delete(KEY))
}

/**
 * Works on the records of this device that pages and the service worker share. Rejects when the storage does not answer in
 * time.
 */
export function inStore(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest,
  limitMs = LIMIT_MS,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(storageError('No answer in time')), limitMs)
    transact(mode, work).then(resolve, reject)
  })
}

async function transact(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const database = await open()
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode, { durability: 'strict' })
      const request = work(transaction.objectStore(STORE))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = transaction.onerror = () => reject(storageError(transaction.error))
    })
  } finally {
    database.close()
  }
}

/** True when the browser gives the page no storage at all. A storage that does not answer may do so yet. */
export async function isStorageRefused(): Promise<boolean> {
  const opened = open().then(
    (database) => (database.close(), false),
    () => true,
  )
  return Promise.race([opened, new Promise<boolean>((resolve) => setTimeout(() => resolve(false), LIMIT_MS))])
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(storageError(request.error))
  })
}

function storageError(cause: unknown): Error {
  return new Error('The storage of this browser does not answer.', { cause })
}
