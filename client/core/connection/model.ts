import type { SyncStatus } from '@vesper/sync/engine/status-board.ts'
import { combine, createEvent, createStore, sample } from 'effector'
import type { Contents } from '../sync/list-availability.ts'
import type { Line } from './connection-status.ts'

export type SocketStatus = 'initialized' | 'connected' | 'disconnect' | 'failed' | 'reconnecting'

/** The real-time connection. */
export const $socket = createStore<SocketStatus>('initialized')
export const socketChanged = createEvent<SocketStatus>()

/** The browser's own opinion: wrong behind a dead router, so only a hint. */
export const $browserOnline = createStore(true)
export const browserOnlineChanged = createEvent<boolean>()

/** True when the last request reached the server; null before the first one. */
export const $reached = createStore<boolean | null>(null)
export const serverReached = createEvent()
export const serverMissed = createEvent()

$socket.on(socketChanged, (_, status) => status)
$browserOnline.on(browserOnlineChanged, (_, online) => online)
$reached.on(serverReached, () => true).on(serverMissed, () => false)
// A browser that finds a network again has not tried the server yet.
$reached.on(browserOnlineChanged, (reached, online) => (online && reached === false ? null : reached))

/** How the sync engine fares; null while nobody is signed in, or before it has started. */
export const $syncStatus = createStore<SyncStatus | null>(null)
export const syncStatusChanged = createEvent<SyncStatus | null>()

$syncStatus.on(syncStatusChanged, (_, status) => status)

/** How much of what people made has not reached the server, as the outbox page lists it. */
export const $waiting = createStore(0)
export const waitingCounted = createEvent<number>()

$waiting.on(waitingCounted, (_, count) => count).on(syncStatusChanged, (count, status) => (status ? count : 0))

/** Number of unseen messages of all conversations on this device. */
export const $unseen = createStore(0)
export const unseenCounted = createEvent<number>()

$unseen.on(unseenCounted, (_, count) => count)

/** How much of what was unsent here a browser has taken with it, that nobody was told of yet. */
export const $lost = createStore(0)
export const lossFound = createEvent<number>()
export const lossSeen = createEvent()

$lost.on(lossFound, (_, count) => count).on(lossSeen, () => 0)

/** True while this tab keeps everything in memory, because the browser refuses its storage. */
const $isRefused = createStore(false)
export const storageRefused = createEvent()

$isRefused.on(storageRefused, () => true)

/** The fault of this device's storage. */
export const $storage = combine($lost, $isRefused, $syncStatus, (lost, isRefused, sync) => {
  if (lost > 0) return 'lost'
  if (isRefused) return 'refused'
  return sync?.full ? 'full' : 'sound'
})

export const $line = combine(
  { online: $browserOnline, reached: $reached, sync: $syncStatus },
  ({ online, reached, sync }): Line => {
    if (!online) return 'offline'
    return reached === false || sync?.state === 'offline' ? 'unreachable' : 'up'
  },
)

/** Nothing can be asked of the server now, whatever the cause. */
export const $offline = $line.map((line) => line !== 'up')

/** A network was found, or the server answers again: requests that failed without a connection are worth a retry. */
export const lineBack = createEvent()

const worthRetry = createEvent<unknown>()
sample({ clock: $offline, filter: (isOffline) => !isOffline, target: worthRetry })
sample({ clock: browserOnlineChanged, filter: (isOnline) => isOnline, target: worthRetry })
// A found network that ends the outage is told once: `source` joins what comes in one go.
sample({ clock: worthRetry, source: $offline, fn: () => undefined, target: lineBack })

/** The server can be reached, and yet something does not get through. */
export const $stuck = combine($offline, $syncStatus, (isOffline, sync) => {
  return !isOffline && sync?.state === 'failing' && sync.pending > 0
})

/** The state that an empty list on this device may show. */
export const $contents = combine($offline, $syncStatus, (isOffline, sync): Contents => {
  if (sync?.whole) return 'here'
  return isOffline || sync?.state === 'needs-auth' || sync?.state === 'failing' ? 'away' : 'coming'
})

/** The engine has met no line, and not all that the server has was here: a list may show a part of it. */
export const $isPartial = $syncStatus.map((sync) => sync?.state === 'offline' && !sync.whole)
