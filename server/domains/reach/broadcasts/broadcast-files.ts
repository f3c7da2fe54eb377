import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { takeFiles } from '../../../content/attachments.ts'
import { releaseFiles } from '../../../content/release-files.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { filesOfMessage, MANY, messageFiles } from '../../talk/messages/attachments.ts'

/** A draft takes what is still in processing; it goes out once all is ready. */
const draftFiles = {
  ...messageFiles,
  type: MANY,
  unready: ['photo', 'video', 'audio'] as const,
  field: () => 'changes.fileIds',
}

/** Lets a message to many hold these files of its author, in this order, and lets go the others. Refuses as `takeFiles` does. */
export async function holdBroadcastFiles(tx: Tx, id: string, fileIds: readonly string[]): Promise<void> {
  // The order is that of the places: all of them are set anew.
  await releaseFiles(tx, { type: MANY, id })
  await tx.em.flush()
  await takeFiles(tx, fileIds, { holderId: id, takes: draftFiles })
  await tx.em.flush()
}

/** Refuses as `unavailable` to send files that are not ready, and as `invalid` those that never will be. */
export async function requireReadyFiles(tx: Tx, id: string): Promise<void> {
  const files = await filesOfMessage(tx.em, { id, broadcastId: id })
  if (files.some(({ status }) => status === 'failed')) throw new Refusal('invalid', messageFiles.texts.failed)
  if (files.some(({ status }) => status !== 'ready')) {
    throw new Refusal('unavailable', 'A file of this message is still being prepared. Send it when it is ready.')
  }
}
