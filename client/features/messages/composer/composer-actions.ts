import { t } from '@lingui/core/macro'
import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'
import { MESSAGE_FILES_MAX, OWNED_ALREADY } from '@vesper/sync/vesper/records/message.ts'
import { v7 } from 'uuid'
import { errorMessage, translated } from '../../../core/api/error-message.ts'
import { attachmentProblem, attachmentType } from '../../../core/media/attachment-problem.ts'
import { withType } from '../../../core/media/sniff-media-type.ts'
import { yieldToPaint } from '../../../core/page/yield-to-paint.ts'
import type { Sync } from '../../../core/sync/sync-provider.tsx'
import { attachFile, problemText } from '../files/attach-file.ts'
import type { ReplyBox } from '../reply/reply-box.ts'
import type { PriceBox } from '../sale/message-price.ts'
import { attachmentOfChosen } from './attachment-of-chosen.ts'
import { sendable } from './composer-model.ts'
import type { Attachment, ComposerEvent, ComposerState } from './composer-model.ts'
import { draftKey } from './draft-key.ts'
import type { KeptDraft } from './use-draft.ts'

export type ComposerActions = {
  type: (text: string) => void
  send: () => void
  attach: (files: Iterable<File>) => void
  /** Adds files of the library, which are on the server. */
  choose: (files: readonly FileRecord[]) => void
  detach: (fileId: string) => void
  /** Messages that the thread has read from the device. */
  shown: (messageIds: ReadonlySet<string>) => void
  /** Puts something brought back into the box, beside what is there. */
  insert: (text: string, attachments: Attachment[]) => void
}

type Box = {
  sync: Sync
  conversationId: string
  /** The state as it is now, ahead of what is on screen: two keys within one frame must not send a text twice. */
  now: () => ComposerState
  apply: (event: ComposerEvent) => void
  draft: KeptDraft
  price: PriceBox
  reply: ReplyBox
}

/** The actions of a conversation's message box. */
export function composerActions(box: Box): ComposerActions {
  const { sync, apply } = box
  return {
    type: (text) => apply({ type: 'typed', text }),
    send: () => void send(box),
    attach: (files) => void attachAll(box, [...files].slice(0, MESSAGE_FILES_MAX * 2)),
    choose: (files) => choose(box, files),
    detach: (fileId) => {
      apply({ type: 'attachment-removed', fileId })
      // Not before the draft is written without it: one that names a file which is gone would bring it back as one of the library.
      void box.draft.keep().then(() => drop(sync, fileId))
    },
    shown: (messageIds) => apply({ type: 'shown', messageIds }),
    insert: (text, attachments) => apply({ type: 'inserted', text, attachments }),
  }
}

async function send({ sync, conversationId, now, apply, draft, price, reply }: Box): Promise<void> {
  const message = sendable(now())
  const asked = price.now()
  const replyTo = reply.now()
  if (!message || asked.kind === 'invalid' || replyTo === undefined) return
  const priced = asked.kind === 'price' ? { price: asked.tokens } : {}
  const messageId = v7()
  const submission = { messageId, ...message, ...priced, ...(replyTo && { replyTo }), at: new Date().toISOString() }
  // Before anything is waited for: a second press within the frame finds nothing to send.
  apply({ type: 'submitted', submission })
  // The bar above the box is gone with the press, as the text is.
  if (replyTo) reply.show(null)
  const refuse = (reason: string) => {
    apply({ type: 'refused', messageId, reason })
    if (replyTo && !reply.now()) reply.set(replyTo)
  }
  if (asked.kind === 'price' && (await isOwned(sync, conversationId, message.fileIds))) {
    return refuse(translated(OWNED_ALREADY))
  }
  // The echo is what is waited for; until the disk has the message, its text is kept as the draft.
  await yieldToPaint()
  try {
    const key = draftKey(conversationId)
    const answered = replyTo ? { replyToId: replyTo._id } : {}
    const args = { _id: messageId, conversationId, ...message, ...priced, ...answered }
    await sync.mutate('message.send', args, { key, ...message })
    draft.sent()
    // Not before: after a crash in between, the text is still at its price.
    if (asked.kind === 'price') price.set(null)
    if (replyTo && !reply.now()) reply.set(null)
    apply({ type: 'accepted', messageId })
  } catch (error) {
    refuse(errorMessage(error, t`This device could not keep the message. It stays here; please try again.`))
  }
}

/** Tells if this device knows that the other has all of these files. The server decides where it cannot tell. */
async function isOwned(sync: Sync, conversationId: string, fileIds: readonly string[]): Promise<boolean> {
  if (fileIds.length === 0) return false
  try {
    const { hasAll } = await import('../../../entities/library/sent-marks.ts')
    return await hasAll(sync, conversationId, fileIds)
  } catch (error) {
    console.warn('This device cannot tell which files were sent', error)
    return false
  }
}

function choose({ now, apply, draft }: Box, files: readonly FileRecord[]): void {
  const held = new Set(now().attachments.map(({ fileId }) => fileId))
  for (const attachment of files.flatMap(attachmentOfChosen)) {
    if (!held.has(attachment.fileId)) apply({ type: 'attachment-added', attachment })
  }
  void draft.keep()
}

/** One after another, so that a phone holds one photo in memory at a time. */
async function attachAll(box: Box, files: File[]): Promise<void> {
  for (const file of files) await attachOne(box, file)
}

async function attachOne({ sync, now, apply, draft }: Box, chosen: File): Promise<void> {
  const file = await withType(chosen)
  const attachment = attachmentFor(file, now().attachments.length)
  apply({ type: 'attachment-added', attachment })
  if (attachment.state === 'failed') return
  const { fileId } = attachment
  const isWanted = () => now().attachments.some((one) => one.fileId === fileId)
  try {
    const previewUrl = await attachFile(sync, fileId, file)
    if (!isWanted()) return drop(sync, fileId)
    apply({ type: 'attachment-ready', fileId, previewUrl })
    void draft.keep()
  } catch (error) {
    if (!isWanted()) return
    console.warn('A file could not be attached', error)
    const reason = errorMessage(error, t`This file cannot be read here. Try a JPEG or PNG picture.`)
    apply({ type: 'attachment-failed', fileId, reason })
  }
}

function drop(sync: Sync, fileId: string): void {
  sync.detach(fileId).catch((error: unknown) => console.warn('A file could not be dropped', error))
}

function attachmentFor(file: File, count: number): Attachment {
  const problem = attachmentProblem(file, { count, most: MESSAGE_FILES_MAX, kinds: ['photo', 'video', 'audio'] })
  return {
    fileId: v7(),
    name: file.name,
    type: attachmentType(file.type) ?? 'photo',
    state: problem ? 'failed' : 'preparing',
    previewUrl: null,
    reason: problem ? problemText(problem) : null,
  }
}
