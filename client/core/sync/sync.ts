import { HAS_BACKUP } from '@vesper/sync/engine/outbox-backup/has-backup.ts'
import type { SyncStatus } from '@vesper/sync/engine/status-board.ts'
import { withTimeout } from '@vesper/sync/engine/with-timeout.ts'
import { importWithRetry } from '../../ui/import-with-retry.ts'
import { ConnectionError } from '../api/api.ts'
import { $syncStatus, lossFound, serverReached, syncStatusChanged, waitingCounted } from '../connection/model.ts'
import { currentScope, subscribeToScope } from '../session/current-scope.ts'
import { emit } from '../session/emit-in-scope.ts'
import type { Session } from '../session/model.ts'
import { currentSession, keepProfile, onTokenReplaced, refuseToken, signedInUser } from '../session/session.ts'
import { BackgroundSyncScheduler } from './background-sync-scheduler.ts'
import { BACKGROUND_SYNC_TAG } from './background-sync-tag.ts'
import { copiesOf } from './copies-of.ts'
import { demandEngine } from './engine-demand.ts'
import { beginFirstPull } from './first-pull.ts'
import { countOfInterest } from './is-user-visible-mutation.ts'
import type { Sync } from './sync-engine.ts'
import { storeUnsentCount, readUnsentCount } from './unsent-count.ts'

export type { Sync }

type BackgroundSync = { register(tag: string): Promise<void> }

/**
 * The engine of the account that this tab shows. `failed`: the device's storage cannot be opened; `isLate`: it does not
 * answer, and may yet.
 */
export type SyncState =
  | { state: 'off' }
  | { state: 'opening'; account: string; isLate: boolean }
  | { state: 'on'; account: string; sync: Sync; unwatch: () => void }
  | { state: 'failed'; account: string; error: unknown }

/** So long (milliseconds) the device's storage may take to open before it is said to, and whoever asks for the engine waits. */
const OPENING_MS = 10_000
const CACHES_MS = 2_000
/** So long the files of the engine may take to come, where a page begins without them. */
const LOADING_MS = 60_000

let current: SyncState = { state: 'off' }
/** The token that the engine has shown last: the one that is refused when it is refused. */
let shown: string | null = null
const listeners = new Set<() => void>()
const wakeUp = new BackgroundSyncScheduler(registerBackgroundSync)
let backgroundSync: BackgroundSync | undefined

export function currentSync(): Sync | null {
  return current.state === 'on' ? current.sync : null
}

/**
 * Resolves to the engine once it is open; to null where nobody is signed in, or the device's storage cannot be opened.
 * Rejects when it takes too long to (as a `ConnectionError` where its files do not come), and when whoever was signed in leaves meanwhile: nothing of theirs is done under
 * another account.
 */
export async function openedSync(): Promise<Sync | null> {
  const account = signedInUser()?._id
  demandEngine()
  let isLoading = current.state === 'off'
  let late = performance.now() + (isLoading ? LOADING_MS : OPENING_MS)
  while (account && account === signedInUser()?._id && isToOpen()) {
    // The storage has its time from the moment at which the engine's files are there.
    if (isLoading && current.state !== 'off') [isLoading, late] = [false, performance.now() + OPENING_MS]
    const left = late - performance.now()
    if (left <= 0 && isLoading) throw new ConnectionError('The files of the engine did not come')
    if (left <= 0) throw new Error('The storage of this device does not open')
    await nextChange(left)
  }
  if (account !== signedInUser()?._id) throw new Error('Whoever asked has left')
  return currentSync()
}

/** True when the device's storage failed, or has opened for too long. */
export function isStorageAway(held: SyncState): boolean {
  return held.state === 'failed' || (held.state === 'opening' && held.isLate)
}

/** `useSyncExternalStore` reads this. */
export function syncState(): SyncState {
  return current
}

export function subscribeToSync(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Keeps the engine of whoever is signed in running, from now on; nothing of it is loaded while nobody is. */
export function keepSyncing(): void {
  subscribeToScope(follow)
  onTokenReplaced(() => resume(currentSession()))
  follow()
  void findBackgroundSync()
  const wake = (reason: 'online' | 'visible') => () => currentSync()?.wake(reason)
  addEventListener('online', wake('online'))
  addEventListener('pageshow', ({ persisted }) => persisted && currentSync()?.wake('visible'))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') return wakeUp.leave()
    wakeUp.comeBack()
    currentSync()?.wake('visible')
  })
}

/**
 * Does `work` with the engine of `account`, whoever is signed in: to look into what it still has to send, and to send it.
 * One that is opened for this alone ends with it. Rejects as `openedSync` does.
 */
export async function withSyncOf<Result>(account: string, work: (sync: Sync) => Promise<Result>): Promise<Result> {
  const opened = signedInUser()?._id === account ? await openedSync() : null
  if (opened) return work(opened)
  const { openEngine, modelOf } = await loadEngine()
  const sync = await openEngine(account, () => tokenOf(account), await modelOf(account))
  try {
    return await work(sync)
  } finally {
    await sync.stop()
  }
}

/** Ends the engine; resolves when the database is closed. */
export async function stopSyncing(): Promise<void> {
  const stopped = current
  set({ state: 'off' })
  wakeUp.see({ pending: 0, state: 'idle' })
  if (stopped.state !== 'on') return
  stopped.unwatch()
  await stopped.sync.stop()
}

function follow(): void {
  const account = signedInUser()?._id
  const held = current.state === 'off' ? undefined : current.account
  if (account === held) return resume(currentSession())
  void stopSyncing()
  if (account) void open(account)
}

function resume(session: Session): void {
  if (session.state !== 'signed-in') return
  publish()
  const sync = currentSync()
  // One that is not parked may still be told that the token of before is refused.
  const isReplaced = shown !== null && shown !== session.token
  if (isReplaced || sync?.status().state === 'needs-auth') sync?.signedIn()
}

/** Pages of visitors come with this module, and do without the engine. */
function loadEngine() {
  return importWithRetry(() => import('./sync-engine.ts'))
}

async function open(account: string): Promise<void> {
  let opening: SyncState = { state: 'opening', account, isLate: false }
  set(opening)
  const token = tokenOf(account)
  if (token) void beginFirstPull(account, token)
  const { openEngine, modelOf, watchProfile } = await loadEngine()
  const model = await modelOf(account)
  if (current !== opening) return
  const late = setTimeout(() => {
    if (current === opening) set((opening = { state: 'opening', account, isLate: true }))
  }, OPENING_MS)
  try {
    const sync = await openEngine(account, () => tokenOf(account), model)
    const lost = await lostUnsent(account, sync)
    if (current !== opening) return await sync.stop()
    if (lost > 0) emit(lossFound, lost)
    const unwatchProfile = watchProfile(sync, account, (profile) => void keepProfile(profile))
    const unsubscribe = sync.subscribe(publish)
    set({
      state: 'on',
      account,
      sync,
      unwatch: () => {
        unwatchProfile()
        unsubscribe()
      },
    })
    publish()
    sync.wake('start')
  } catch (error) {
    console.error('The storage of this device cannot be opened', error)
    if (current === opening) set({ state: 'failed', account, error })
  } finally {
    clearTimeout(late)
  }
}

/**
 * A browser may remove a whole database, without a word. How much was unsent in it that could not be brought back, 0 for
 * nothing.
 */
async function lostUnsent(account: string, sync: Sync): Promise<number> {
  // One in which anything was ever queued has a device; of what cannot be read now nothing is said.
  const found = await sync.db.meta.bulkGet([HAS_BACKUP, 'device']).catch(() => null)
  if (!found || found[0]) return 0
  const hasBackup = await withTimeout(window, CACHES_MS, holdsCopies(account))
  const back = hasBackup === false ? [] : hasBackup && (await sync.restoreBackup())
  if (!back || found[1]) return 0
  return Math.max(0, readUnsentCount(account) - countOfInterest(back))
}

/** Some browsers refuse to say, some never answer: nobody waits for that. */
function holdsCopies(account: string): Promise<boolean | undefined> {
  return Promise.resolve(globalThis.caches?.has(copiesOf(account)) ?? false).catch(() => undefined)
}

/** Counts what is unsent now, and notes it for the day on which the database may be gone. */
async function noteUnsent({ pending, rejected }: SyncStatus): Promise<void> {
  const noted = current
  if (noted.state !== 'on') return
  const count = pending + rejected > 0 ? countOfInterest(await noted.sync.db.outbox.toArray()) : 0
  // An account that has left meanwhile leaves nothing behind.
  if (current !== noted) return
  emit(waitingCounted, count)
  storeUnsentCount(noted.account, count)
}

/** The account's token. Another account that has signed in meanwhile has another: nothing goes out under it. */
function tokenOf(account: string): string | null {
  const session = currentSession()
  shown = session.state === 'signed-in' && session.user._id === account ? session.token : null
  return shown
}

function publish(): void {
  const sync = currentSync()
  if (!sync) return
  const status = sync.status()
  const before = currentScope().getState($syncStatus)
  emit(syncStatusChanged, status)
  noteUnsent(status).catch((cause: unknown) => console.warn('The outbox could not be counted', cause))
  // The engine asks more often than any screen: what it meets is the latest news.
  if (before && status.lastSyncAt !== before.lastSyncAt) emit(serverReached, undefined)
  wakeUp.see(status)
  // By now somebody may have signed in anew: it is not that token which the server did not take.
  if (status.state === 'needs-auth' && before?.state !== 'needs-auth' && shown) void refuseToken(shown)
}

/** Chromium wakes the service worker when the line is back, even with every tab closed; others send at the next start. */
function registerBackgroundSync(): void {
  void backgroundSync?.register(BACKGROUND_SYNC_TAG).catch(() => undefined)
}

/** Beforehand: a page that is being put away has no time to look for it. */
async function findBackgroundSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.ready
  backgroundSync = (registration as { sync?: BackgroundSync } | undefined)?.sync
}

/** True while the engine of the signed-in account is still to come. Before the engine is asked for it is off. */
function isToOpen(): boolean {
  return current.state === 'off' || current.state === 'opening'
}

/** Resolves with the next change of the engine or of the session, or after so many milliseconds. */
function nextChange(limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const stops = [subscribeToSync, subscribeToScope].map((subscribe) => subscribe(end))
    const timer = setTimeout(end, limitMs)
    function end(): void {
      clearTimeout(timer)
      for (const stop of stops) stop()
      resolve()
    }
  })
}

function set(next: SyncState): void {
  current = next
  if (next.state === 'off') emit(syncStatusChanged, null)
  for (const listener of listeners) listener()
}
