import { LockMode } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { requireActor } from '../../infra/database/require-actor.ts'
import type { Tx } from '../../infra/database/transaction.ts'
import { File } from '../../infra/files/entity.ts'

/**
 * Links the actor's uploads to a message, in the order given. An upload goes with one message only; a video may be still
 * in processing, a photo not (`unavailable`: it will be). Refuses as `invalid` what is not there, not the actor's, or
 * taken.
 */
export async function takeFiles(tx: Tx, fileIds: readonly string[], messageId: string): Promise<File[]> {
  if (fileIds.length === 0) return []
  const { userId } = requireActor(tx)
  const found = await tx.em.find(
    File,
    { id: { $in: [...fileIds] }, ownerId: userId, purpose: 'message' },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
  )
  const byId = new Map(found.map((file) => [file.id, file]))
  return fileIds.map((fileId, position) => {
    const file = byId.get(fileId)
    const problem = problemOf(file)
    if (!file || problem !== null) throw refuse(position, problem ?? 'missing')
    return Object.assign(file, { messageId, position })
  })
}

type Problem = 'missing' | 'taken' | 'held' | 'failed' | 'processing'

const texts: Record<Problem, string> = {
  missing: 'A photo or video of this message is not here. Add it again.',
  taken: 'A photo or video of this message was sent already. Add it again.',
  held: 'A photo or video of this message is held by a draft. Remove it there, or add it again.',
  failed: 'A photo or video of this message could not be read. Remove it or add another.',
  processing: 'A photo of this message is not ready yet. Try again in a moment.',
}

// Naming a file twice finds it taken the second time.
function problemOf(file: File | undefined): Problem | null {
  if (!file) return 'missing'
  if (file.messageId) return 'taken'
  // It goes when that is discarded.
  if (file.draftId) return 'held'
  if (file.status === 'failed') return 'failed'
  return file.status === 'processing' && file.type === 'photo' ? 'processing' : null
}

function refuse(position: number, problem: Problem): Refusal {
  const kind = problem === 'processing' ? 'unavailable' : 'invalid'
  return new Refusal(kind, texts[problem], [{ path: `fileIds.${position}`, message: texts[problem] }])
}
