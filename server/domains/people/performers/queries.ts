import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import * as v from 'valibot'
import { openTo, whereVisible } from '../../../content/blocks.ts'
import type { Visitor } from '../../../content/blocks.ts'
import { KEPT } from '../../../infra/database/driver/prepared-statements.ts'
import { plainById, plainRow } from '../../../infra/database/plain-rows.ts'
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

/** The id of this creator, as `findCreator` finds one. */
export async function creatorIdOf(em: SqlEntityManager, name: string, viewer: Visitor): Promise<string> {
  const by = v.safeParse(uuid, name).success ? 'id' : 'username'
  const { sql, params } = openTo(viewer, 'u')
  const [found] = await em.execute<{ id: string }[]>(
    `${KEPT} select u.id from "user" u
     where u.${by} = ? and u.is_performer and u.status = 'active' and (u.id = ?::uuid or ${sql})`,
    [by === 'id' ? name : name.toLowerCase(), viewer.userId, ...params],
  )
  if (!found) throw noSuchCreator()
  return found.id
}

/** The creators among these users, in their order, as anyone may see them. */
export async function creatorsAmong(em: SqlEntityManager, users: readonly User[]): Promise<Creator[]> {
  const ids = users.map(({ id }) => id)
  const [byUser, counts] = [await plainById(em, Performer, ids), await countsOf(em, ids)]
  const performers = [...byUser.values()]
  const [videos, pauses] = [await welcomeVideosOf(em, performers), await pausesOf(em, ids)]
  return users.flatMap((user) => {
    const performer = byUser.get(user.id)
    if (!performer) return []
    const shown = { counts: counts(user.id), welcomeVideo: videos(performer), pauses: pauses(user.id) }
    return [performerView(user, performer, shown)]
  })
}

/** The part of an account's own profile that tells of the review; nothing for a fan. */
export async function reviewOf(em: SqlEntityManager, { id, isPerformer }: Pick<User, 'id' | 'isPerformer'>) {
  const performer = isPerformer ? await plainRow(em, Performer, id) : null
  return performer ? reviewView(performer) : {}
}
