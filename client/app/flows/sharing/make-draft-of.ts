import { t } from '@lingui/core/macro'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { POST_TEXT_MAX } from '@vesper/sync/vesper/records/post.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { readSharedItem, removeSharedItem } from '../../../core/storage/shared-items.ts'
import type { SharedFile, SharedItem } from '../../../core/storage/shared-items.ts'
import type { Sync } from '../../../core/sync/sync.ts'

/** A file that could not be taken, and why, for people. */
export type RefusedFile = { name: string; reason: string }

/** `isCut`: the text was longer than that of a post can be. */
export type Taken = { refused: RefusedFile[]; isCut: boolean }

const nothing: Taken = { refused: [], isCut: false }

/**
 * Makes a draft of a shared item, under the item's id. The item leaves the device once the draft is stored: whichever tab takes it,
 * and wherever it is interrupted, there is one draft. Rejects where a file is neither kept nor refused, as on a full device: then the item stays.
 */
export function makeDraftOf(sync: Sync, item: SharedItem): Promise<Taken> {
  return once(item, async ({ id, text: whole, files }) => {
    if (await sync.db['post-drafts'].get(id)) return nothing
    const { keepFile } = await import('../../../features/studio/drafts/attach-to-draft.ts')
    const { kept: fileIds, refused } = await keepAll(sync, files, ({ fileId, file }, count) =>
      keepFile({ sync, count }, fileId, file),
    )
    const text = beginningOf(whole)
    const changes = { ...(text !== '' && { text }), ...(fileIds.length > 0 && { fileIds }) }
    if (text !== '' || fileIds.length > 0) {
      await sync.mutate('draft.save', { _id: id, base: {}, changes, editedAt: new Date().toISOString() })
    }
    return { refused, isCut: text !== whole }
  })
}

/** Puts a shared item into the message box of a conversation, beside what stands there. */
export function putIntoMessage(sync: Sync, item: SharedItem, conversationId: string): Promise<Taken> {
  return once(item, async ({ text, files }) => {
    const [{ attachFile }, { attachableOf }, { draftKey }, { hasLines, joined }] = await Promise.all([
      import('../../../features/messages/files/attach-file.ts'),
      import('./attachable-of.ts'),
      import('../../../features/messages/composer/draft-key.ts'),
      import('../../../features/messages/composer/merge-draft.ts'),
    ])
    const key = draftKey(conversationId)
    const before = await sync.db.drafts.get(key)
    const already = before?.fileIds ?? []
    const missing = files.filter(({ fileId }) => !already.includes(fileId))
    const { kept, refused } = await keepAll(sync, missing, async ({ fileId, file }, count) =>
      attachFile(sync, fileId, await attachableOf(file, already.length + count)),
    )
    const fileIds = [...already, ...kept]
    const words = before && hasLines(before.text, text) ? before.text : joined(before?.text ?? '', text)
    await sync.putDraft({ key, text: words, fileIds, updatedAt: new Date().toISOString() })
    return { refused, isCut: false }
  })
}

/** One tab at a time takes an item, where the browser has locks; the next one finds it gone. */
async function once({ id, account }: SharedItem, take: (item: SharedItem) => Promise<Taken>): Promise<Taken> {
  const work = async () => {
    const item = await readSharedItem(account, id)
    if (!item) return nothing
    const taken = await take(item)
    await removeSharedItem(id)
    return taken
  }
  return navigator.locks ? navigator.locks.request(`vesper-shared:${id}`, work) : work()
}

/** Keeps the files one after another, so that a phone holds one in memory; a file that is refused keeps no other back. */
async function keepAll(
  sync: Sync,
  files: readonly SharedFile[],
  keep: (file: SharedFile, count: number) => Promise<unknown>,
) {
  const kept: string[] = []
  const refused: RefusedFile[] = []
  for (const shared of files) {
    try {
      await keep(shared, kept.length)
      kept.push(shared.fileId)
    } catch (error) {
      if (!isFinal(error)) {
        // Copies take no room meanwhile: the item has every file.
        for (const fileId of kept) await sync.detach(fileId).catch(() => undefined)
        throw error
      }
      refused.push({ name: shared.file.name, reason: errorMessage(error, t`This file could not be read here.`) })
    }
  }
  return { kept, refused }
}

/** A full device, a storage that fails or code that does not load may be mended; what is refused for what it is stays so. */
function isFinal(error: unknown): boolean {
  return error instanceof Refusal && error.kind !== 'unavailable'
}

/** As much of a text as a post has, without half of a sign at the end. */
function beginningOf(text: string): string {
  return text.slice(0, POST_TEXT_MAX).replace(/[\uD800-\uDBFF]$/, '')
}
