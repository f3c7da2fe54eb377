import { t } from '@lingui/core/macro'
import { v7 } from 'uuid'
import { showToast } from '../../ui/toast.ts'
import type { Sync } from '../../with-sync.tsx'
import type { Attachment } from './composer-model.ts'
import { draftKey } from './draft-key.ts'
import { joined } from './merge-draft.ts'
import { attachmentsOf } from './read-draft.ts'
import type { Unsent } from './unsent-messages.ts'

/**
 * Takes an unsent message back to be written on. Its files go with the message that named them, so they are attached
 * anew, and its text stands in the draft before the message leaves the outbox: at no moment is it nowhere.
 *
 * A message that was in a request may be on the server for all anybody knows; then it stays sent, and people are told.
 */
export async function takeBack(
  sync: Sync,
  { record, args }: Unsent,
): Promise<{ text: string; attachments: Attachment[] }> {
  const fileIds: string[] = []
  for (const fileId of args.fileIds) {
    const copy = await copyFile(sync, fileId)
    if (copy) fileIds.push(copy)
  }
  const key = draftKey(args.conversationId)
  const draft = await sync.db.drafts.get(key)
  await sync.putDraft({
    key,
    text: joined(draft?.text ?? '', args.text),
    fileIds: [...(draft?.fileIds ?? []), ...fileIds],
    updatedAt: new Date().toISOString(),
  })
  await sync.discard(record.id)
  if (record.state !== 'rejected' && record.attempts > 0) {
    void showToast('info', t`It may have reached the server already. If it has, it stays sent.`)
  }
  return { text: args.text, attachments: await attachmentsOf(sync, fileIds) }
}

async function copyFile(sync: Sync, fileId: string): Promise<string | null> {
  const [upload, bytes] = await Promise.all([sync.db.uploads.get(fileId), sync.fileOf(fileId)])
  if (!upload || !bytes) return null
  const { name, mimeType, width, height } = upload
  const copy = v7()
  await sync.attach({ fileId: copy, name, mimeType, bytes, width, height })
  return copy
}
