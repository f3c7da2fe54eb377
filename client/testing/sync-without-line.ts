import { browserPorts } from '@vesper/sync/engine/browser/browser-ports.ts'
import { openDatabase } from '@vesper/sync/engine/dexie/database.ts'
import * as keepFiles from '@vesper/sync/engine/local/attach-file.ts'
import { createSyncClient } from '@vesper/sync/engine/sync-client.ts'
import { vesperModel } from '@vesper/sync/vesper/vesper-model.ts'
import { v7 } from 'uuid'
import { onTestFinished } from 'vitest'

/** The engine of a new account on a device without a line, until the test is over. */
export async function syncWithoutLine(account = v7()) {
  const sync = createSyncClient({
    account,
    model: vesperModel,
    database: await openDatabase(account, vesperModel),
    transport: () => Promise.reject(new TypeError('no line')),
    uploader: () => Promise.reject(new TypeError('no line')),
    files: async () => keepFiles,
    log: () => {},
    ...browserPorts(vesperModel, account),
  })
  onTestFinished(() => sync.stop())
  return sync
}
