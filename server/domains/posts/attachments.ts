import { LockMode } from '@mikro-orm/postgresql'
import { VIDEO_IN_POST } from '@vesper/sync/vesper/api/post-fields.ts'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { requireActor } from '../../infra/database/require-actor.ts'
import type { Tx } from '../../infra/database/transaction.ts'
import { File } from '../../infra/files/entity.ts'

/**
 * Links the actor's uploads to a post, in the order given. An upload goes with one message or one post only. Refuses as
 * `invalid` what is not there, not the actor's, taken, damaged, or a video.
 */
export async function takePostFiles(tx: Tx, fileIds: readonly string[], postId: string): Promise<File[]> {
  if (fileIds.length === 0) return []
  const { userId: ownerId } = requireActor(tx)
  const found = await tx.em.find(
    File,
    { id: { $in: [...fileIds] }, ownerId, purpose: { $in: ['message', 'post'] } },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
  )
  const byId = new Map(found.map((file) => [file.id, file]))
  return fileIds.map((fileId, position) => {
    const file = byId.get(fileId)
    const problem = problemOf(file)
    if (!file || problem !== null) throw refuse(position, problem ?? 'missing')
    return Object.assign(file, { purpose: 'post' as const, postId, position })
  })
}

type Problem = 'missing' | 'taken' | 'held' | 'video' | 'failed' | 'processing'

const texts: Record<Problem, string> = {
  missing: 'A photo of this post is not here. Add it again.',
  taken: 'A photo of this post was used already. Add it again.',
  video: VIDEO_IN_POST,
  held: 'A photo of this post is held by a draft. Remove it there, or add it again.',
  failed: 'A photo of this post could not be read. Remove it or add another.',
  processing: 'A photo of this post is not ready yet. Try again in a moment.',
}

function problemOf(file: File | undefined): Problem | null {
  if (!file) return 'missing'
  if (file.messageId || file.postId) return 'taken'
  // It goes when that is discarded.
  if (file.draftId) return 'held'
  if (file.type === 'video') return 'video'
  if (file.status === 'failed') return 'failed'
  return file.status === 'processing' ? 'processing' : null
}

function refuse(position: number, problem: Problem): Refusal {
  const kind = problem === 'processing' ? 'unavailable' : 'invalid'
  return new Refusal(kind, texts[problem], [{ path: `fileIds.${position}`, message: texts[problem] }])
}
