/// <reference lib="webworker" />
import { browserPorts } from '@vesper/sync/engine/browser/browser-ports.ts'
import { httpTransport } from '@vesper/sync/engine/browser/http-transport.ts'
import { openDatabase } from '@vesper/sync/engine/dexie/database.ts'
import type { Db } from '@vesper/sync/engine/dexie/database.ts'
import { evict } from '@vesper/sync/engine/local/evict.ts'
import { createSyncClient } from '@vesper/sync/engine/sync-client.ts'
import { vesperModel } from '@vesper/sync/vesper/vesper-model.ts'
import { dropPictures } from '../core/media/media-cache.ts'
import { readSession } from '../core/session/stored-session.ts'
import { fileUploader } from '../core/sync/sync-uploader.ts'

/** So long (milliseconds) a page that was asked has to send: a longer event would hold up an update of the worker. */
const SENDING_MS = 3_000
const LOOK_MS = 200

/**
 * The line is back. An open page that leads is asked to send what waits; without one the worker does. Rejects when something
 * is left, so that the browser wakes us again, also where a page is to send it: that may be ended first.
 * @NOTE A wake-up and nothing more: correctness rests on the server's ledger, whoever sends.
 */
export async function runBackgroundSync(): Promise<void> {
  const session = await readSession()
  if (!session || session.needsAuth) return
  const account = session.user._id
  const token = async () => {
    const now = await readSession()
    return now && !now.needsAuth && now.user._id === account ? now.token : null
  }
  const sync = createSyncClient({
    account,
    model: vesperModel,
    database: await openDatabase(account, vesperModel),
    transport: httpTransport({ url: '/api/sync', token }),
    uploader: fileUploader(token),
    makeRoom: { evict, dropCaches: () => dropPictures(account) },
    log: ({ level, message, cause }) => level !== 'info' && console[level](`sync: ${message}`, cause ?? ''),
    ...browserPorts(vesperModel, account),
  })
  try {
    const isSeenTo = await sync.drainOnce()
    if (!isSeenTo || !(await isSent(sync.db))) throw new Error('Something is still to be sent')
  } finally {
    await sync.stop()
  }
}

/** True once the outbox is empty: a page may have been asked only now. */
async function isSent({ outbox }: Pick<Db<typeof vesperModel>, 'outbox'>): Promise<boolean> {
  for (let ms = 0; ms <= SENDING_MS; ms += LOOK_MS) {
    if ((await outbox.where('state').notEqual('rejected').count()) === 0) return true
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  return false
}
