import { browserPorts } from '@vesper/sync/engine/browser/browser-ports.ts'
import { httpTransport } from '@vesper/sync/engine/browser/http-transport.ts'
import { deleteDatabase as deleteDatabaseOf, openDatabase } from '@vesper/sync/engine/dexie/database.ts'
import type { Database, Db } from '@vesper/sync/engine/dexie/database.ts'
import { EventLog } from '@vesper/sync/engine/event-log.ts'
import type { Log } from '@vesper/sync/engine/local/replica.ts'
import type { Transport } from '@vesper/sync/engine/ports.ts'
import { ErrorBody, isSuspension } from '@vesper/sync/engine/protocol/error-body.ts'
import { createSyncClient } from '@vesper/sync/engine/sync-client.ts'
import type { SyncClient } from '@vesper/sync/engine/sync-client.ts'
import { fanModel } from '@vesper/sync/vesper/fan-model.ts'
import type { Preferences } from '@vesper/sync/vesper/records/preferences.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import type { VesperModel } from '@vesper/sync/vesper/vesper-model.ts'
import { Dexie, liveQuery } from 'dexie'
import * as v from 'valibot'
import { importWithRetry } from '../../ui/import-with-retry.ts'
import { storageRefused } from '../connection/model.ts'
import { emit } from '../session/emit-in-scope.ts'
import { noteSuspension } from '../session/note-suspension.ts'
import { signedInUser } from '../session/session.ts'
import { isStorageRefused } from '../session/stored-session.ts'
import { copiesOf } from './copies-of.ts'
import { withFirstPull } from './first-pull.ts'
import { lookingForUpdates } from './looking-for-updates.ts'
import { bringLiveQueries } from './use-live-query.ts'

bringLiveQueries(liveQuery)

export type Sync = SyncClient<VesperModel, Db<VesperModel>>

type Token = () => string | null | Promise<string | null>

/** Opens the account's database and puts the engine over it; nothing is sent before `wake('start')`. */
export async function openEngine(account: string, token: Token, model: VesperModel): Promise<Sync> {
  const events = new EventLog(({ level, message, cause }) => {
    if (level !== 'info') console[level](`sync: ${message}`, cause ?? '')
  })
  const database = await openOrRemember(account, model, events.log)
  if (isInMemory) emit(storageRefused, undefined)
  return createSyncClient({
    account,
    model,
    database,
    transport: lookingForUpdates(
      hearingOfSuspension(account, withFirstPull(httpTransport({ url: '/api/sync', token }), token)),
    ),
    // Sending a file takes a line as well.
    uploader: async (...file) => (await import('./sync-uploader.ts')).fileUploader(token)(...file),
    files: () => import('@vesper/sync/engine/local/attach-file.ts'),
    online: () => import('@vesper/sync/engine/online-mutation.ts'),
    makeRoom: {
      evict: async (...what) => (await import('@vesper/sync/engine/local/evict.ts')).evict(...what),
      dropCaches: async () => (await import('../media/media-cache.ts')).dropPictures(account),
    },
    comparing: () => import('@vesper/sync/engine/verify/checks.ts'),
    loadBackup: async (edges) =>
      (await import('@vesper/sync/engine/outbox-backup/cache-backup.ts')).cacheBackup(copiesOf(account), edges),
    log: events.log,
    events,
    ...browserPorts(model, account),
    // Each tab has a memory of its own, so that no tab can work for another.
    ...(isInMemory && { locks: null }),
  })
}

/** True once the browser has refused its storage. */
let isInMemory = false

/**
 * The database of an account on this device; in the memory of this tab where the browser refuses its storage. A database that
 * cannot be opened for another reason may hold unsent mutations, and nothing takes its place.
 */
async function openOrRemember(account: string, model: VesperModel, log: Log): Promise<Database<Db<VesperModel>>> {
  try {
    return await openDatabase(account, model, log)
  } catch (error) {
    if (!(await isStorageRefused())) throw error
    log({
      level: 'warn',
      message: 'the browser refuses its storage: this tab keeps everything in memory',
      cause: error,
    })
  }
  const { indexedDB, IDBKeyRange } = await importWithRetry(() => import('fake-indexeddb'))
  // Live queries ask for nothing where Dexie itself knows of no storage.
  Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange })
  isInMemory = true
  return openDatabase(account, model, log)
}

/** The engine asks more often than any screen: it is the first to hear of a suspension, and of its end. */
function hearingOfSuspension(account: string, transport: Transport): Transport {
  return async (...request) => {
    const answer = await transport(...request)
    const { status, body } = answer
    const isSuspended = status === 403 && v.is(ErrorBody, body) && isSuspension(body)
    if (isSuspended || status === 200) noteSuspension(account, isSuspended)
    return answer
  }
}

/** The model of an account's engine: an account that is not known to be a fan may queue anything. */
export async function modelOf(account: string): Promise<VesperModel> {
  const user = signedInUser()
  if (user?._id === account && !user.isPerformer) return fanModel
  return (await importWithRetry(() => import('@vesper/sync/vesper/vesper-model.ts'))).vesperModel
}

/** Tells of the own profile whenever it changes on this device. Returns how to stop. */
export function watchProfile(sync: Sync, account: string, onProfile: (profile: Profile) => void): () => void {
  const subscription = liveQuery(() => sync.db.profiles.get(account)).subscribe({
    next: (row) => {
      if (!row) return
      const { $space: _, ...profile } = row
      onProfile(profile)
    },
    error: (error: unknown) => console.warn('The profile cannot be read from this device', error),
  })
  return () => subscription.unsubscribe()
}

/** Tells of the account's preferences whenever they change on this device. Returns how to stop. */
export function watchPreferences(sync: Sync, account: string, onChange: (preferences: Preferences) => void) {
  const subscription = liveQuery(() => sync.db.preferences.get(account)).subscribe({
    next: (row) => row && onChange(row),
    error: (error: unknown) => console.warn('The preferences cannot be read from this device', error),
  })
  return () => subscription.unsubscribe()
}

/** Removes everything that this device has of `account`, unsent messages too. */
export function deleteDatabase(account: string): Promise<void> {
  return deleteDatabaseOf(account, fanModel)
}
