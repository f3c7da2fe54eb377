import { inStore } from './stored-session.ts'

const KEY = 'wiped'

/** Notes that the service worker has removed an account: its values in the pages' storage are still there. */
export async function noteWiped(account: string): Promise<void> {
  await inStore('readwrite', (store) => store.put(account, KEY))
}

/** The account that the service worker has removed, or null. */
export async function readWiped(): Promise<string | null> {
  return ((await inStore('readonly', (store) => store.get(KEY))) as string | undefined) ?? null
}

export async function forgetWiped(): Promise<void> {
  await inStore('readwrite', (store) => store.delete(KEY))
}
