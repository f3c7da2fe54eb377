/// <reference lib="webworker" />
import { deleteDatabase } from '@vesper/sync/engine/dexie/database.ts'
import { vesperModel } from '@vesper/sync/vesper/vesper-model.ts'
import { keptVideosOf, mediaCacheOf } from '../core/media/media-cache.ts'
import { removePush } from '../core/push/push-record.ts'
import { unsubscribe } from '../core/push/register-push.ts'
import { readSession, removeSession } from '../core/session/stored-session.ts'
import { noteWiped } from '../core/session/wiped-note.ts'
import { deleteLocalRecordings } from '../core/storage/local-recordings.ts'
import { removeSharedItemsOf } from '../core/storage/shared-items.ts'
import { copiesOf } from '../core/sync/copies-of.ts'

type Worker = Pick<ServiceWorkerGlobalScope, 'registration'>

/**
 * Asks the server if the owner has ended this session with the data of its device. Removes them then, as a logout does, and
 * tells the server. Answers if it did. Values that pages alone can reach go at the next start.
 */
export async function wipeInBackground({ registration }: Worker): Promise<boolean> {
  const session = await readSession()
  if (!session || !(await isWipeAsked(session.token))) return false
  const account = session.user._id
  // First: whatever cuts this off, nobody is signed in here, and the next start goes on.
  await noteWiped(account)
  await removeSession()
  await Promise.allSettled([
    deleteDatabase(account, vesperModel),
    deleteLocalRecordings(account),
    removeSharedItemsOf(account),
    removePush(),
    unsubscribe(registration.pushManager),
    ...[mediaCacheOf(account), keptVideosOf(account), copiesOf(account)].map((name) => caches.delete(name)),
  ])
  for (const shown of await registration.getNotifications()) shown.close()
  const headers = { 'content-type': 'application/json' }
  await fetch('/api/auth/device/wiped', { method: 'POST', headers, body: JSON.stringify({ token: session.token }) })
  return true
}

async function isWipeAsked(token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch('/api/users/me', { headers, credentials: 'omit', cache: 'no-store' })
  if (answer.status !== 401) return false
  const { details = [] } = (await answer.json()) as { details?: { path?: unknown }[] }
  return details.some(({ path }) => path === 'wipe')
}
