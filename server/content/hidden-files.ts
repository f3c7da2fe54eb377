import type { Tx } from '../infra/database/transaction.ts'
import { Attachment } from '../infra/files/attachment.ts'
import { IS_HIDDEN } from '../infra/files/hidden-file.ts'

/**
 * The files among these that staff have hidden: a holder of the same bytes of their owner is hidden, or was until it let
 * them go.
 */
export async function hiddenFiles(tx: Tx, fileIds: readonly string[]): Promise<Set<string>> {
  const ids = `{${fileIds.join()}}`
  const copies = await tx.em.execute<{ id: string; copyId: string }[]>(
    `select f.id, s.id as "copyId" from file f
     join file s on s.owner_id = f.owner_id and (s.id = f.id or s.hash = f.hash) where f.id = any(?::uuid[])`,
    [ids],
  )
  const attached = await tx.em.find(Attachment, { fileId: { $in: copies.map(({ copyId }) => copyId) } })
  const held = new Set<string>()
  for (const [type, rows] of Map.groupBy(attached, ({ holderType }) => holderType)) {
    const holderIds = rows.map(({ holderId }) => holderId)
    const found = await tx.app.domains.fileHolders.get(type)?.hiddenOf?.(tx.em, holderIds)
    const hidden = new Set(found?.map(({ id }) => id))
    for (const { fileId, holderId } of rows) if (hidden.has(holderId)) held.add(fileId)
  }
  // Last: a holder that has let a copy go since the copies were read has left its mark.
  const marked = await tx.em.execute<{ id: string }[]>(
    `select f.id from file f where f.id = any(?::uuid[]) and ${IS_HIDDEN}`,
    [ids],
  )
  const ofCopies = copies.flatMap(({ id, copyId }) => (held.has(copyId) ? id : []))
  return new Set([...ofCopies, ...marked.map(({ id }) => id)])
}
