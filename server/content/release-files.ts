import { LockMode } from '@mikro-orm/postgresql'
import type { Tx } from '../infra/database/transaction.ts'
import { Attachment } from '../infra/files/attachment.ts'
import type { FileRole } from '../infra/files/attachment.ts'
import { hideFiles, markKept, removeFiles } from '../infra/files/commands.ts'
import { File } from '../infra/files/entity.ts'
import { libraryPurposes } from '../infra/files/uploads/purposes.ts'

/** One thing that holds files. */
export type Holder = { type: string; id: string }

/**
 * Takes files from their holder, all of them or those that `isKept` does not keep; gives the ids of those that stay. The
 * files that go are kept in the library of their creator.
 */
export async function releaseFiles(
  tx: Tx,
  { type: holderType, id: holderId }: Holder,
  isKept: (fileId: string, role: FileRole) => boolean = () => false,
): Promise<Set<string>> {
  const attached = await tx.em.find(Attachment, { holderType, holderId })
  const [kept, released] = [
    attached.filter(({ fileId, role }) => isKept(fileId, role)),
    attached.filter(({ fileId, role }) => !isKept(fileId, role)),
  ]
  for (const attachment of released) tx.em.remove(attachment)
  await keepInLibrary(
    tx,
    released.map(({ fileId }) => fileId),
  )
  return new Set(kept.map(({ fileId }) => fileId))
}

/**
 * Takes files from their holder, all of them or those named. One that nothing else holds stays in the library of its
 * creator, where it is of use again; one of a hidden holder stays there with a mark, and is of use once staff show the
 * holder again. A file of a fan, and one that is of no library, is removed for good.
 */
export async function removeFilesOf(tx: Tx, holder: Holder, fileIds?: readonly string[]): Promise<void> {
  const { type: holderType, id: holderId } = holder
  const named = fileIds && { fileId: { $in: [...fileIds] } }
  const held = await tx.em.find(Attachment, { holderType, holderId, ...named })
  const ids = fileIds ?? held.map(({ fileId }) => fileId)
  if (ids.length === 0) return
  // Under the locks no file gets or loses a holder: of two that go at once, the second one finds itself the last.
  const locked = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' }, fields: ['id'] } as const
  await tx.em.find(File, { id: { $in: [...ids] } }, { ...locked, disableIdentityMap: true })
  const attached = await tx.em.find(Attachment, { fileId: { $in: [...ids] } })
  const others = attached.filter(
    (row) => row.role !== 'evidence' && (row.holderType !== holderType || row.holderId !== holderId),
  )
  const elsewhere = new Set(others.map(({ fileId }) => fileId))
  await keepHidden(tx, holder, ids)
  for (const row of held) tx.em.remove(row)
  const last = ids.filter((id) => !elsewhere.has(id))
  const kept = await keepInLibrary(tx, last)
  await removeFiles(
    tx,
    last.filter((id) => !kept.has(id)),
  )
}

/** Keeps the files among these that are of a creator's library; gives their ids. One that could not be read is of no use. */
async function keepInLibrary(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx.em.execute<{ id: string }[]>(
    `select f.id from file f join "user" u on u.id = f.owner_id and u.is_performer
     where f.id = any(?::uuid[]) and f.purpose = any(?::text[]) and f.status <> 'failed' order by f.id for update of f`,
    [`{${ids.join()}}`, `{${libraryPurposes.join()}}`],
  )
  const kept = rows.map(({ id }) => id)
  await markKept(tx, kept)
  return new Set(kept)
}

/** A thing that staff have hidden leaves that on its files: they are not put out again because it is gone. */
async function keepHidden(tx: Tx, { type, id }: Holder, fileIds: readonly string[]): Promise<void> {
  const hidden = await tx.app.domains.fileHolders.get(type)?.hiddenOf?.(tx.em, [id])
  for (const { by } of hidden ?? []) await hideFiles(tx, fileIds, by)
}
