import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { OwnPerformer } from '@vesper/sync/vesper/api/performers.ts'
import type * as v from 'valibot'
import type { User } from '../accounts/entity.ts'
import type { Performer } from './entity.ts'
import { ownPerformerView } from './views.ts'
import { welcomeVideosOf, welcomeVideoStatus } from './welcome-video.ts'

/** Reads a creator's account as it sees itself. */
export async function ownPerformer(
  em: SqlEntityManager,
  user: User,
  performer: Performer,
): Promise<v.InferOutput<typeof OwnPerformer>> {
  const videos = await welcomeVideosOf(em, [performer])
  const welcomeVideoFile = await welcomeVideoStatus(em, performer)
  return ownPerformerView(user, performer, { welcomeVideo: videos(performer), welcomeVideoFile })
}
