import { LockMode } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { lock } from '../database/lock.ts'
import { requireActor } from '../database/require-actor.ts'
import { transact } from '../database/transaction.ts'
import type { Tx } from '../database/transaction.ts'
import { Attachment } from './attachment.ts'
import { File } from './entity.ts'
import type { Variant } from './entity.ts'
import { HiddenFile } from './hidden-file.ts'
import { announceFile } from './processing/file-progress.ts'
import { makeSizesJob } from './sizes/make-sizes.ts'
import { baseOf } from './sizes/picture-sizes.ts'
import type { Rendition } from './storage/storage.ts'

/** A file to be: what the row says, and the paths of its finished renditions, which are moved into the storage. */
export type NewFile = Pick<File, 'id' | 'purpose' | 'type' | 'status' | 'mimeType' | 'size'> &
  Partial<Pick<File, 'width' | 'height' | 'placeholder' | 'hasThumbnail' | 'name' | 'hash'>> & {
    bytes: Partial<Record<Rendition, string>>
  }

/**
 * Creates a file of the actor. The same id again is the same file, and nothing is stored a second time, unless the first
 * one failed: then this one takes its place. Refuses as `conflict` another account's id, and that of a file of another kind
 * or purpose.
 */
export async function createFile(tx: Tx, { bytes, ...row }: NewFile): Promise<{ file: File; created: boolean }> {
  const { userId: ownerId } = requireActor(tx)
  await lockId(tx, row.id)
  const existing = await findOwn(tx, row.id)
  if (existing && existing.status !== 'failed') return { file: existing, created: false }
  // A holder may have taken it for what it was: another kind of file does not slip into its place.
  if (existing && (existing.purpose !== row.purpose || existing.type !== row.type)) throw idTaken()
  // Bytes first: a committed row never names bytes that are not there. Bytes without a row are swept later.
  for (const [rendition, path] of Object.entries(bytes)) await tx.app.storage.put(row.id, rendition as Rendition, path)
  const file = existing
    ? tx.em.assign(existing, { ...row, progress: null, failure: null, awaits: null, doubts: 0, sizes: 'due' })
    : tx.em.create(File, { ...row, ownerId, createdAt: tx.now, variants: [] })
  await tx.em.flush()
  wakeSizes(tx, file)
  return { file, created: true }
}

/** The actor's file with this id, or null. Refuses another account's as `conflict`. */
export async function findOwn(tx: Pick<Tx, 'em' | 'actor'>, id: string): Promise<File | null> {
  const file = await tx.em.findOne(File, { id })
  if (file && file.ownerId !== tx.actor?.userId) throw idTaken()
  return file
}

function idTaken(): Refusal {
  return new Refusal('conflict', 'This id is taken. Choose another one.')
}

/** The outcome of processing a file. */
export type FileResult =
  | { status: 'failed'; failure: NonNullable<File['failure']> }
  | ({ status: 'ready' } & Pick<File, 'mimeType' | 'size'> &
      Partial<Pick<File, 'width' | 'height' | 'placeholder' | 'hasThumbnail'>> &
      Partial<Pick<File, 'hasPoster' | 'durationMs' | 'waveform' | 'awaits'>>)

/** Ends the processing of a file, and tells its owner. One that was removed in the meantime leaves nothing behind. */
export async function completeFile(tx: Tx, id: string, result: FileResult): Promise<void> {
  await lockId(tx, id)
  const file = await tx.em.findOne(File, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!file || result.status === 'failed') await tx.app.storage.remove(id)
  if (file?.status !== 'processing') return
  tx.em.assign(file, { awaits: null, ...result, progress: null })
  const attached = await tx.em.find(Attachment, { fileId: id })
  for (const { holderType, holderId } of attached) {
    tx.app.domains.fileHolders.get(holderType)?.fileCompleted?.(tx, holderId)
  }
  tx.afterCommit(() => announceFile(tx.app, file))
  wakeSizes(tx, file)
}

/** Has the smaller copies of a new picture made. */
function wakeSizes(tx: Tx, file: File): void {
  if (file.status === 'ready' && baseOf(file) !== null) tx.afterCommit(() => tx.app.jobs.wake(makeSizesJob))
}

/** Adds a smaller copy to a video. One that was removed in the meantime leaves nothing behind. */
export async function addVariant(tx: Tx, id: string, variant: Variant): Promise<void> {
  await lockId(tx, id)
  const file = await tx.em.findOne(File, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!file) await tx.app.storage.remove(id)
  else file.variants = [...file.variants.filter(({ name }) => name !== variant.name), variant]
}

/** The owner of files that their owner has deleted, and that staff keep as evidence: no account has this id. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/**
 * Removes files, whatever holds them: the rows now, the bytes after the commit. A crash in between leaves bytes for the
 * sweep. Files of a holder go with `removeFilesOf`, which leaves those of others. One that is evidence is nobody's any more,
 * and stays for staff.
 */
export async function removeFiles(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const locked = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } } as const
  const files = await tx.em.find(File, { id: { $in: [...ids] } }, locked)
  const attached = await tx.em.find(Attachment, { fileId: { $in: [...ids] } })
  const evidence = new Set(attached.flatMap(({ role, fileId }) => (role === 'evidence' ? fileId : [])))
  const gone = files.filter(({ id }) => !evidence.has(id))
  for (const row of [...gone, ...attached.filter(({ role }) => role !== 'evidence')]) tx.em.remove(row)
  // A file of a message has no address that is open to everybody.
  const kept = { ownerId: NOBODY, purpose: 'message' as const, isKept: false }
  if (evidence.size > 0) await tx.em.nativeUpdate(File, { id: { $in: [...evidence] } }, kept)
  tx.afterCommit(async () => {
    for (const { id } of gone) await transact(tx.app, null, (later) => removeStray(later, id))
  })
}

/** Marks files as kept. No device shows that: it is written past the feed. */
export async function markKept(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.em.nativeUpdate(File, { id: { $in: [...ids] } }, { isKept: true })
}

/** Marks files as hidden, because of a thing that staff have hidden, until `showFilesOf` it. */
export async function hideFiles(tx: Tx, ids: readonly string[], hiddenBy: string): Promise<void> {
  const files = await tx.em.find(File, { id: { $in: [...ids] } }, { disableIdentityMap: true })
  const rows = files.map(({ id: fileId, ownerId, hash }) => ({ fileId, hiddenBy, ownerId, hash }))
  if (rows.length > 0) await tx.em.upsertMany(HiddenFile, rows)
}

/** Takes away the marks of the files that were hidden because of this thing. */
export async function showFilesOf(tx: Tx, hiddenBy: string): Promise<void> {
  await tx.em.nativeDelete(HiddenFile, { hiddenBy })
}

/** Removes the bytes of a file that has no row, and gives whether it had none: its id may have come back since. */
export async function removeStray(tx: Tx, id: string): Promise<boolean> {
  await lockId(tx, id)
  if ((await tx.em.count(File, { id })) > 0) return false
  await tx.app.storage.remove(id)
  return true
}

/** Rows and bytes of one id change one after another: a second upload waits here and then finds the row of the first. */
function lockId(tx: Tx, id: string): Promise<void> {
  return lock(tx, 'file', id)
}
