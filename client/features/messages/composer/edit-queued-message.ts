import { t } from '@lingui/core/macro'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { isConfirmed, quoteOf } from '@vesper/sync/vesper/records/message.ts'
import type { Quote } from '@vesper/sync/vesper/records/message.ts'
import { spaceOfConversation } from '@vesper/sync/vesper/records/spaces.ts'
import { v7 } from 'uuid'
import type { Sync } from '../../../core/sync/sync-provider.tsx'
import { showToast } from '../../../ui/overlay/toast.ts'
import { keepReply } from '../reply/reply-box.ts'
import { keepPrice } from '../sale/message-price.ts'
import type { Attachment } from './composer-model.ts'
import { draftKey } from './draft-key.ts'
import { joined } from './merge-draft.ts'
import { attachmentsOf } from './read-draft.ts'
import { unsentMessages } from './unsent-messages.ts'
import type { Unsent } from './unsent-messages.ts'

type Args = Unsent['args']

type TakenBack = { text: string; price: number | null; replyTo: Quote | null; attachments: Attachment[] }

/**
 * Takes an unsent message back to be written on. The files that it brings along go with it, so they are attached anew;
 * those of the library stay as they are. Its text stands in the draft before the message leaves the outbox: at no moment is it nowhere.
 *
 * A message that was in a request may be on the server for all anybody knows; then it stays sent, and people are told. One
 * that waits no longer when its files have been copied, which may take seconds, stays what it has become: null. So does one
 * of a conversation that shows no box to write in: there its text would be on no screen.
 */
export async function editQueuedMessage(sync: Sync, { args }: Pick<Unsent, 'args'>): Promise<TakenBack | null> {
  const files: string[] = []
  // They are dropped when the message stays as it is.
  const copies: string[] = []
  let isKept = false
  try {
    for (const fileId of args.fileIds) files.push(...(await takeFile(sync, fileId, copies)))
    const record = await waitingRecord(sync, args)
    if (!record) return await tellWhereItIs(sync, args)
    const conversation = await sync.db.conversations.get(args.conversationId)
    if (!conversation?.canSend) return tellWhyNot(args, { isKnown: conversation !== undefined || sync.status().whole })
    await addToDraft(sync, args, files)
    isKept = true
    if (args.price !== undefined) await keepPrice(sync, args.conversationId, String(args.price))
    const replyTo = await quoteIn(sync, args)
    if (replyTo) await keepReply(sync, args.conversationId, replyTo)
    await sync.discard(record.id)
    if (record.state !== 'rejected' && record.attempts > 0) {
      void showToast('info', t`It may have reached the server already. If so, it stays sent.`)
    }
    return { text: args.text, price: args.price ?? null, replyTo, attachments: await attachmentsOf(sync, files) }
  } finally {
    if (!isKept) await drop(sync, copies)
  }
}

async function quoteIn(sync: Sync, { replyToId }: Args): Promise<Quote | null> {
  const answered = replyToId === undefined ? undefined : await sync.db.messages.get(replyToId)
  return answered ? quoteOf(answered) : null
}

/**
 * The id that the file has from now on; none where the browser has lost its bytes. One that the server has is itself, any
 * other a copy, which is added to `copies`.
 */
async function takeFile(sync: Sync, fileId: string, copies: string[]): Promise<string[]> {
  const [upload, bytes] = await Promise.all([sync.db.uploads.get(fileId), sync.fileOf(fileId)])
  if (!upload) return [fileId]
  if (!bytes) return []
  const { name, mimeType, width, height } = upload
  const copy = v7()
  await sync.attach({ fileId: copy, name, mimeType, bytes, width, height })
  copies.push(copy)
  return [copy]
}

/** As it is now: another tab may have queued it again, under another id, or be taking it back as well. */
async function waitingRecord(sync: Sync, { _id, conversationId }: Args): Promise<OutboxRecord | undefined> {
  const lane = spaceOfConversation(conversationId)
  const unsent = unsentMessages(await sync.db.outbox.where('lane').equals(lane).toArray()).get(_id)
  return unsent?.record.state === 'cancelling' ? undefined : unsent?.record
}

async function tellWhereItIs(sync: Sync, { _id }: Args): Promise<null> {
  const message = await sync.db.messages.get(_id)
  const isSent = message !== undefined && isConfirmed(message)
  void showToast(
    'info',
    isSent ? t`This message has been sent in the meantime.` : t`This message is no longer waiting to be sent.`,
  )
  return null
}

function tellWhyNot({ text }: Args, { isKnown }: { isKnown: boolean }): null {
  const closed = text
    ? t`You can no longer write in this conversation. Copy the text instead.`
    : t`You can no longer write in this conversation.`
  void showToast('info', isKnown ? closed : t`This conversation is not on this device yet. Try again in a while.`)
  return null
}

async function addToDraft(sync: Sync, { conversationId, text }: Args, fileIds: string[]): Promise<void> {
  const key = draftKey(conversationId)
  const draft = await sync.db.drafts.get(key)
  await sync.putDraft({
    key,
    text: joined(draft?.text ?? '', text),
    // One of the library may be in both.
    fileIds: [...new Set([...(draft?.fileIds ?? []), ...fileIds])],
    updatedAt: new Date().toISOString(),
  })
}

async function drop(sync: Sync, fileIds: string[]): Promise<void> {
  for (const fileId of fileIds) {
    await sync.detach(fileId).catch((error: unknown) => console.warn('A copy could not be dropped', error))
  }
}
