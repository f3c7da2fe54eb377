import { isLaterToken } from './is-later-token.ts'
import { tabs, takeToken } from './session.ts'
import { inStore, SESSION_KEY } from './stored-session.ts'
import type { StoredSession } from './stored-session.ts'

/**
 * A step-up has answered the next token of the session. It is on disk before anything uses it: its first use ends the former
 * one, and a page that ended in between would be signed out.
 */
export async function rotateToken(token: string): Promise<void> {
  await replaceStored(token).catch((error: unknown) => console.warn('The token could not be kept', error))
  takeToken(token)
  tabs.postMessage('changed')
}

/** A later token that is there already stands, and a session that has ended stays so. */
async function replaceStored(token: string): Promise<void> {
  await inStore('readwrite', (store) => {
    const request = store.get(SESSION_KEY) as IDBRequest<StoredSession | undefined>
    request.onsuccess = () => {
      const held = request.result
      if (held && !held.needsAuth && isLaterToken(token, held.token)) store.put({ ...held, token }, SESSION_KEY)
    }
    return request
  })
}
