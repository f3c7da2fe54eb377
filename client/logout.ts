import { Done } from '@vesper/sync/api/fields.ts'
import { mutate } from 'swr'
import { callApi } from './api.ts'
import { exportUnsent } from './export-unsent.ts'
import type { Exported, ExportProgress } from './export-unsent.ts'
import { removeKept } from './kept-answers.ts'
import { keptForms, removeKeptForms } from './kept-form.ts'
import { forgetChoices } from './features/preferences/device-choices.ts'
import { forgetLeaving, rememberLeaving } from './finish-leaving.ts'
import { removeFormDrafts } from './form-draft.ts'
import { isOfInterest } from './of-interest.ts'
import { picturesOf } from './pictures-kept.ts'
import { currentSession, forgetSession } from './session.ts'
import { openSyncOf, stopSyncing } from './sync.ts'
import { copiesOf, rememberUnsent } from './unsent-memory.ts'

/** Another tab that does not let go of the database must not keep somebody from leaving. */
const REMOVAL_LIMIT_MS = 5_000

export type Unsent = { mutations: number; drafts: number }

/** What would be lost if `account` left this device now. */
export async function countUnsent(account: string): Promise<Unsent> {
  const sync = await openSyncOf(account)
  const [records, drafts] = await Promise.all([sync.db.outbox.toArray(), sync.db.drafts.toArray()])
  const texts = drafts.filter(({ text, fileIds }) => text.trim() !== '' || fileIds.length > 0)
  return {
    mutations: records.filter(isOfInterest).length,
    drafts: texts.length + keptForms(account).length,
  }
}

/** Tries to send everything; resolves to what is left. */
export async function sendUnsent(account: string): Promise<Unsent> {
  const sync = await openSyncOf(account)
  await sync.drainOnce()
  return countUnsent(account)
}

/** [EXPORT-1] What is unsent, as a file to keep. */
export async function exportBeforeLeaving(
  account: string,
  onProgress: (progress: ExportProgress) => void,
): Promise<Exported> {
  return exportUnsent(await openSyncOf(account), account, onProgress)
}

/** Ends the session on the server, as far as it can be reached, and removes all that the account has on this device. */
export async function logOut(account: string): Promise<void> {
  rememberLeaving(account)
  if (currentSession().state === 'signed-in') {
    const limit = AbortSignal.timeout(REMOVAL_LIMIT_MS)
    await callApi({ method: 'POST', path: '/auth/logout', answer: Done, signal: limit }).catch(() => undefined)
  }
  // Other tabs hear of it and let go of the database before it is deleted.
  await stopSyncing()
  await forgetSession()
  // Answers in memory go as well: the page lives on.
  await mutate(() => true, undefined, { revalidate: false })
  await removeAccount(account)
}

/** Deletes the account's database, caches and keys. */
export async function removeAccount(account: string): Promise<void> {
  removeKept(account)
  rememberUnsent(account, 0)
  forgetChoices(account)
  removeFormDrafts()
  removeKeptForms(account)
  void navigator.clearAppBadge?.().catch(() => undefined)
  const { deleteDatabase } = await import('./sync-engine.ts')
  const caching = [picturesOf(account), copiesOf(account)].map((name) => globalThis.caches?.delete(name))
  const removed = Promise.all([deleteDatabase(account), ...caching]).then(() => true)
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), REMOVAL_LIMIT_MS))
  if (await Promise.race([removed, late])) forgetLeaving()
}
