import { LockMode } from '@mikro-orm/postgresql'
import { v7 } from 'uuid'
import type { Tx } from '../../../infra/database/transaction.ts'
import { Attachment } from '../../../infra/files/attachment.ts'
import { File } from '../../../infra/files/entity.ts'
import type { Snapshot } from '../../../infra/things/thing.ts'
import type { Case } from './entity.ts'
import { CaseEvidence } from './entity.ts'

/** The type of a holder that keeps files as evidence, and their role in it. */
export const EVIDENCE = 'evidence'

/**
 * Keeps a thing as it is now: its words, those around a message, and its files, which stay when their author deletes them.
 * A case that has the same words and files already keeps nothing twice.
 */
export async function keepEvidence(tx: Tx, { id: caseId }: Pick<Case, 'id'>, snapshot: Snapshot): Promise<void> {
  const { text, context = [], fileIds = [] } = snapshot
  // Under the locks no file goes: one whose author deletes it now is there no more, or stays.
  const locked = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' }, fields: ['id'] } as const
  const files = await tx.em.find(File, { id: { $in: [...fileIds] } }, { ...locked, disableIdentityMap: true })
  const there = new Set(files.map(({ id }) => id))
  const kept = fileIds.filter((id) => there.has(id))
  const last = await tx.em.findOne(CaseEvidence, { caseId }, { orderBy: { takenAt: 'desc', id: 'desc' } })
  if (last?.text === text && (await hasFiles(tx, last, kept))) return
  const id = v7()
  tx.em.create(CaseEvidence, { id, caseId, text, context: [...context], takenAt: tx.now })
  for (const [position, fileId] of kept.entries())
    tx.em.create(Attachment, { fileId, role: EVIDENCE, holderType: EVIDENCE, holderId: id, position })
  await tx.em.flush()
}

async function hasFiles(tx: Tx, { id: holderId }: CaseEvidence, fileIds: readonly string[]): Promise<boolean> {
  const held = await tx.em.find(Attachment, { holderType: EVIDENCE, holderId }, { orderBy: { position: 'asc' } })
  return held.map(({ fileId }) => fileId).join() === fileIds.join()
}
