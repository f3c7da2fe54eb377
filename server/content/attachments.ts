import assert from 'node:assert/strict'
import { LockMode } from '@mikro-orm/postgresql'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { requireActor } from '../infra/database/require-actor.ts'
import type { Tx } from '../infra/database/transaction.ts'
import { Attachment } from '../infra/files/attachment.ts'
import type { FileRole } from '../infra/files/attachment.ts'
import { File } from '../infra/files/entity.ts'
import type { FileRow } from '../infra/files/entity.ts'
import { FILES_OF } from '../infra/files/file-sql.ts'
import { HIDDEN_BY_STAFF } from './hidden-by-staff.ts'
import { hiddenFiles } from './hidden-files.ts'

/** The files that holders of one type take into one slot. */
export type TakenFiles = {
  type: string
  /** The slot; `file` unless told. */
  role?: FileRole
  /** The purposes that the files were uploaded for; `message` alone unless told. */
  purposes?: readonly File['purpose'][]
  /**
   * The purposes of a creator's files that are taken as well. With it a creator's file may have other holders: each lets
   * its own readers see it.
   */
  fromLibrary?: readonly File['purpose'][]
  max?: number
  kinds: readonly File['type'][]
  /** Kinds that are taken while they are still in processing. */
  unready: readonly File['type'][]
  /** The field of the request that names the file at `index`. */
  field: (index: number) => string
  texts: {
    missing: string
    taken: string
    failed: string
    kind?: string
    processing?: string
  }
}

/**
 * Attaches the actor's uploads to a holder, in the order given, or at their places in `order`, the list of the whole slot. A
 * file has one slot of a holder; one of a fan, and one for a slot without `fromLibrary`, has one holder. Refuses as
 * `invalid` a file that does not exist, belongs to another account, is held already, is damaged or of another kind, or has
 * the bytes of one in something that staff have hidden; as `unavailable` one that is not ready yet.
 */
export async function takeFiles(
  tx: Tx,
  fileIds: readonly string[],
  { holderId, takes, order = fileIds }: { holderId: string; takes: TakenFiles; order?: readonly string[] },
): Promise<File[]> {
  assert(fileIds.length <= (takes.max ?? Infinity), `a ${takes.type} takes at most ${takes.max} files`)
  if (fileIds.length === 0) return []
  const { userId: ownerId, isPerformer } = requireActor(tx)
  const { type: holderType, role = 'file' } = takes
  const library = isPerformer ? takes.fromLibrary : undefined
  const purposes = [...(takes.purposes ?? ['message']), ...(library ?? [])]
  const found = await tx.em.find(
    File,
    { id: { $in: [...fileIds] }, ownerId, purpose: { $in: purposes } },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
  )
  const byId = new Map(found.map((file) => [file.id, file]))
  // Read under the locks: a transaction that took one of them before has ended.
  const attached = await tx.em.find(Attachment, { fileId: { $in: [...byId.keys()] } })
  const inTheWay = attached.filter((row) => !library || (row.holderType === holderType && row.holderId === holderId))
  const taken = new Set(inTheWay.map(({ fileId }) => fileId))
  // A fan's file has one holder, and goes with it.
  const hidden = isPerformer ? await hiddenFiles(tx, [...byId.keys()]) : new Set<string>()
  return fileIds.map((fileId, index) => {
    const file = byId.get(fileId)
    if (!file) throw refusal('invalid', takes.texts.missing, takes.field(index))
    const problem = problemOf(file, taken.has(fileId), takes)
    if (problem) throw refusal(problem.kind, problem.text, takes.field(index))
    if (hidden.has(fileId)) throw refusal('invalid', HIDDEN_BY_STAFF, takes.field(index))
    // A file that is named twice is held the second time.
    taken.add(fileId)
    tx.em.create(Attachment, { fileId, role, holderType, holderId, position: order.indexOf(fileId) })
    return file
  })
}

/** The files of one holder by slot, each slot's in order. */
export type HeldFiles = { [Role in FileRole]?: FileRow[] }

/** The files of these holders, by holder. */
export async function filesOf(
  em: SqlEntityManager,
  holderType: string,
  holderIds: readonly string[],
): Promise<Map<string, HeldFiles>> {
  if (holderIds.length === 0) return new Map()
  const rows = await em.execute<(FileRow & { holderId: string; role: FileRole })[]>(FILES_OF, [
    holderType,
    `{${holderIds.join()}}`,
  ])
  const byHolder = Map.groupBy(rows, ({ holderId }) => holderId)
  return new Map([...byHolder].map(([id, held]) => [id, Object.groupBy(held, ({ role }) => role)]))
}

function problemOf(
  file: File,
  isTaken: boolean,
  { kinds, unready, texts }: TakenFiles,
): { kind: 'invalid' | 'unavailable'; text: string } | null {
  if (isTaken) return { kind: 'invalid', text: texts.taken }
  if (!kinds.includes(file.type)) return { kind: 'invalid', text: texts.kind ?? texts.missing }
  if (file.status === 'failed') return { kind: 'invalid', text: texts.failed }
  if (file.status === 'ready' || unready.includes(file.type)) return null
  return { kind: 'unavailable', text: texts.processing ?? texts.missing }
}

function refusal(kind: 'invalid' | 'unavailable', message: string, path: string): Refusal {
  return new Refusal(kind, message, [{ path, message }])
}
