import { LockMode } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { FileStatus } from '@vesper/sync/vesper/api/files.ts'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { requireUnrestricted } from '../../../content/require-unrestricted.ts'
import { requireActor } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { removeFiles } from '../../../infra/files/commands.ts'
import { File } from '../../../infra/files/entity.ts'
import { publicUrl } from '../../../infra/files/media/media-link.ts'
import { Performer } from './entity.ts'

/**
 * Makes an upload the actor's welcome video, or with null takes it away. The one before is removed. Refuses a new one as `forbidden`
 * while publishing is paused.
 */
export async function setWelcomeVideo(tx: Tx, fileId: string | null): Promise<void> {
  const { userId } = requireActor(tx)
  if (fileId !== null) await requireUnrestricted(tx, userId, 'publish')
  const performer = await tx.em.findOneOrFail(Performer, { userId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  const before = performer.welcomeVideoFileId ?? null
  if (before === fileId) return
  performer.welcomeVideoFileId = fileId
  if (before !== null) await removeFiles(tx, [before])
}

/** The welcome videos of these creators. One in processing, or one that failed, is shown to nobody. */
export async function welcomeVideosOf(
  em: SqlEntityManager,
  performers: readonly Performer[],
): Promise<(performer: Performer) => NonNullable<Creator['welcomeVideo']> | null> {
  const ids = performers.flatMap(({ welcomeVideoFileId }) => welcomeVideoFileId ?? [])
  const files = ids.length === 0 ? [] : await em.find(File, { id: { $in: ids }, status: 'ready' })
  const byId = new Map(files.map((file) => [file.id, file]))
  return ({ welcomeVideoFileId }) => {
    const file = byId.get(welcomeVideoFileId ?? '')
    if (!file) return null
    return { url: publicUrl(file.id, 'original'), posterUrl: file.hasPoster ? publicUrl(file.id, 'poster') : null }
  }
}

/** How far the own welcome video is; null without one. */
export async function welcomeVideoStatus(
  em: SqlEntityManager,
  { welcomeVideoFileId: id }: Performer,
): Promise<Pick<FileStatus, '_id' | 'status' | 'progress' | 'failure'> | null> {
  const file = id == null ? null : await em.findOne(File, { id })
  if (!file) return null
  const { status, progress = null, failure = null } = file
  return { _id: file.id, status, progress: status === 'processing' ? progress : null, failure }
}
