import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import * as v from 'valibot'
import { whereVisible } from '../../../content/blocks.ts'
import type { Visitor } from '../../../content/blocks.ts'
import { User } from '../accounts/entity.ts'
import { noSuchCreator } from '../accounts/queries.ts'
import { pausesOf } from '../pauses/pauses-of.ts'
import { countsOf } from './discovery/counts.ts'
import { Performer } from './entity.ts'
import { performerView, reviewView } from './views.ts'
import { welcomeVideosOf } from './welcome-video.ts'

/**
 * The creator with this id or username who is open to the viewer, or who is the viewer. Refuses as `not-found` any other
 * account.
 */
export async function findCreator(em: SqlEntityManager, name: string, viewer: Visitor): Promise<User> {
  const by = v.safeParse(uuid, name).success ? { id: name } : { username: name.toLowerCase() }
  const user = await em.findOne(User, { ...by, isPerformer: true, status: 'active', ...whereVisible(viewer) })
  if (!user) throw noSuchCreator()
  return user
}

/** The creators among these users, in their order, as anyone may see them. */
export async function creatorsAmong(em: SqlEntityManager, users: readonly User[]): Promise<Creator[]> {
  const ids = users.map(({ id }) => id)
  const [performers, counts] = [await em.find(Performer, { userId: { $in: ids } }), await countsOf(em, ids)]
  const [videos, pauses] = [await welcomeVideosOf(em, performers), await pausesOf(em, ids)]
  const byUser = new Map(performers.map((performer) => [performer.userId, performer]))
  return users.flatMap((user) => {
    const performer = byUser.get(user.id)
    if (!performer) return []
    const shown = { counts: counts(user.id), welcomeVideo: videos(performer), pauses: pauses(user.id) }
    return [performerView(user, performer, shown)]
  })
}

/** The part of an account's own profile that tells of the review; nothing for a fan. */
export async function reviewOf(em: SqlEntityManager, { id, isPerformer }: Pick<User, 'id' | 'isPerformer'>) {
  const performer = isPerformer ? await em.findOne(Performer, { userId: id }) : null
  return performer ? reviewView(performer) : {}
}
