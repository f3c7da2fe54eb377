import type { SyncStatus } from '@vesper/sync/engine/status-board.ts'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { mutate } from 'swr'
import { callApi } from '../../../core/api/api.ts'
import { formsOf, tabForms } from '../../../core/forms/form-draft-storage.ts'
import { keptVideosOf, mediaCacheOf } from '../../../core/media/media-cache.ts'
import { dropPush } from '../../../core/push/push.ts'
import { currentSession, forgetSession } from '../../../core/session/session.ts'
import { deleteLocalRecordings } from '../../../core/storage/local-recordings.ts'
import { removeSharedItemsOf } from '../../../core/storage/shared-items.ts'
import { removeAccountKeys } from '../../../core/storage/stored-values.ts'
import { copiesOf } from '../../../core/sync/copies-of.ts'
import { exportOutbox } from '../../../core/sync/export/export-outbox.ts'
import type { Exported, ExportProgress } from '../../../core/sync/export/export-outbox.ts'
import { countOfInterest } from '../../../core/sync/is-user-visible-mutation.ts'
import { deleteDatabase } from '../../../core/sync/sync-engine.ts'
import { stopSyncing, withSyncOf } from '../../../core/sync/sync.ts'
import type { Sync } from '../../../core/sync/sync.ts'
import { attempt } from '../../../features/outbox/wait-for-sync-attempt.ts'
import { rememberLeaving, settleLeaving } from './leaving-note.ts'

/** Another tab that does not let go of the database must not keep somebody from leaving. */
const REMOVAL_LIMIT_MS = 5_000
/** No answer of the server that comes later than this is followed by waiting for another. */
const SENDING_LIMIT_MS = 30_000

/** `mutations` wait to be sent; what was `refused` is not taken however often it is. */
export type Unsent = { mutations: number; refused: number; drafts: number }

/** The unsent things that would be lost if `account` left this device now. */
export function countUnsent(account: string): Promise<Unsent> {
  return withSyncOf(account, (sync) => unsentOf(sync, account))
}

/** Tries to send everything; resolves to what is left. */
export function sendUnsent(account: string): Promise<Unsent> {
  return withSyncOf(account, async (sync) => {
    await sync.drainOnce()
    const { leader, pending } = sync.status()
    // Another tab leads, and has only been asked.
    if (pending > 0 && !leader) await sendElsewhere(sync)
    return unsentOf(sync, account)
  })
}

async function unsentOf(sync: Sync, account: string): Promise<Unsent> {
  const [records, drafts] = await Promise.all([sync.db.outbox.toArray(), sync.db.drafts.toArray()])
  const texts = drafts.filter(({ text, fileIds }) => text.trim() !== '' || fileIds.length > 0)
  const isRefused = ({ state }: OutboxRecord) => state === 'rejected'
  return {
    mutations: countOfInterest(records.filter((record) => !isRefused(record))),
    refused: countOfInterest(records.filter(isRefused)),
    drafts: texts.length + formsOf(account).all().length,
  }
}

/** Resolves when the tab that leads has sent everything or says when it tries again, or has had time enough. */
async function sendElsewhere(sync: Sync): Promise<void> {
  const end = performance.now() + SENDING_LIMIT_MS
  await attempt(sync, async () => sync.wake('manual'))
  // A file may be on its way, and what names it goes with a later request.
  while (isUnderWay(sync.status()) && performance.now() < end) await attempt(sync, () => Promise.resolve())
}

function isUnderWay({ state, pending, nextAttemptAt }: SyncStatus): boolean {
  return pending > 0 && nextAttemptAt === null && state !== 'needs-auth'
}

/** Exports the outbox as a file to keep. */
export function exportBeforeLeaving(
  account: string,
  onProgress: (progress: ExportProgress) => void,
): Promise<Exported> {
  return withSyncOf(account, (sync) => exportOutbox(sync, account, onProgress))
}

/** Ends the session on the server, as far as it can be reached, and removes all that the account has on this device. */
export async function logOut(account: string): Promise<void> {
  rememberLeaving(account)
  if (currentSession().state === 'signed-in') {
    const limit = AbortSignal.timeout(REMOVAL_LIMIT_MS)
    await callApi({ method: 'POST', path: '/auth/logout', answer: Done, signal: limit }).catch(() => undefined)
  }
  await leaveDevice(account)
}

/** Removes the session and all that the account has on this device. */
export async function leaveDevice(account: string): Promise<void> {
  // Other tabs hear of it and let go of the database before it is deleted.
  await stopSyncing()
  await forgetSession()
  // Answers in memory go as well: the page lives on.
  await mutate(() => true, undefined, { revalidate: false })
  await removeAccount(account)
}

/** Deletes the account's database, caches and keys. */
export async function removeAccount(account: string): Promise<void> {
  removeAccountKeys(account)
  tabForms.clear()
  void navigator.clearAppBadge?.().catch(() => undefined)
  const names = [mediaCacheOf(account), keptVideosOf(account), copiesOf(account)]
  const caching = names.map((name) => globalThis.caches?.delete(name))
  const removed = Promise.all([
    deleteDatabase(account),
    deleteLocalRecordings(account),
    removeSharedItemsOf(account).catch(() => undefined),
    dropPush(account),
    ...caching,
  ]).then(() => true)
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), REMOVAL_LIMIT_MS))
  if (await Promise.race([removed, late])) settleLeaving(account)
}
