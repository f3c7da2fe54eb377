import type { PushKind } from '@vesper/sync/vesper/api/push.ts'
import { inStore } from '../session/stored-session.ts'

const KEY = 'push'

/** The texts of notifications in the language of the account: a push message itself holds ids alone. */
export type PushWords = { locale: string; direction: 'ltr' | 'rtl'; texts: Readonly<Record<PushKind, string>> }

/** Push messages of this device: at most one account has them. The service worker reads this. */
export type PushRecord = {
  account: string
  /** The public key of the server, in base64url. */
  key: string
  kinds: PushKind[]
  words: PushWords
  /** The id of the subscription on the server; null until the server has answered. */
  id: string | null
  /** The server knows `kinds`. */
  isSent: boolean
}

export async function readPush(): Promise<PushRecord | null> {
  return ((await inStore('readonly', (store) => store.get(KEY))) as PushRecord | undefined) ?? null
}

export async function writePush(record: PushRecord): Promise<void> {
  await inStore('readwrite', (store) => store.put(record, KEY))
}

/** Changes the record of `account`, unless a logout in any tab has removed it. Resolves to the record that stands then. */
export async function changePush(
  account: string,
  change: (record: PushRecord) => Partial<PushRecord>,
): Promise<PushRecord | null> {
  let changed: PushRecord | null = null
  await inStore('readwrite', (store) => {
    const request = store.get(KEY) as IDBRequest<PushRecord | undefined>
    request.onsuccess = () => {
      if (request.result?.account !== account) return
      changed = { ...request.result, ...change(request.result) }
      store.put(changed, KEY)
    }
    return request
  })
  return changed
}

export async function removePush(): Promise<void> {
  await inStore('readwrite', (store) => store.delete(KEY))
}
