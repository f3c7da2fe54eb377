import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { KindWith } from '@vesper/sync/vesper/records/things.ts'
import { KEPT } from '../infra/database/driver/prepared-statements.ts'
import type { Onlooker } from '../infra/files/attachment.ts'
import type { Viewer } from './access.ts'
import { notBlocked } from './blocks.ts'
import { membershipLasts } from './counted-time-sql.ts'
import { openToOthers } from './open-to-others.ts'

/** A thing of a creator, as entitlements name it: by the type of the object and its id. */
export type ViewedObject = {
  objectType: KindWith<'own'>
  id: string
  performerId: string
}

/** Gives the relation of one onlooker to each of the things that were read. */
export type Viewers = (object: ViewedObject) => Viewer

type Row = {
  performerId: string
  isAuthorOpen: boolean
  isBlocked: boolean
  follows: boolean
  isMember: boolean
  owned: string[] | null
}

/**
 * Reads the relations of an onlooker to these things, in one statement. The result throws for a thing that was not among
 * them.
 */
export async function viewersOf(
  em: SqlEntityManager,
  { userId, country = null, now }: Onlooker,
  objects: readonly ViewedObject[],
): Promise<Viewers> {
  const performerIds = [...new Set(objects.map(({ performerId }) => performerId))]
  const ids = [...new Set(objects.map(({ id }) => id))]
  const reachable = notBlocked({ userId, country }, 'u.id')
  const rows =
    performerIds.length === 0
      ? []
      : await em.execute<Row[]>(standings(reachable.sql), [
          ...reachable.params,
          ...[userId, userId, now, userId, arrayOf(ids), arrayOf(performerIds)],
        ])
  const byPerformer = new Map(rows.map(({ owned, ...row }) => [row.performerId, { ...row, owned: new Set(owned) }]))
  return ({ objectType, id, performerId }) => {
    const standing = byPerformer.get(performerId)
    if (!standing) throw new Error(`no relation of the viewer to ${performerId} was read`)
    const { isAuthorOpen, isBlocked, follows, isMember, owned } = standing
    return { userId, follows, isMember, isEntitled: owned.has(`${objectType} ${id}`), isAuthorOpen, isBlocked }
  }
}

/** PostgreSQL keeps the plan of each of the texts, of which there are three. */
function standings(notBlocked: string): string {
  return `${KEPT} select u.id as "performerId", ${openToOthers('u')} as "isAuthorOpen", not ${notBlocked} as "isBlocked",
    exists (select 1 from follow f where f.follower_id = ?::uuid and f.performer_id = u.id) as follows,
    exists (
      select 1 from membership m
      where m.user_id = ?::uuid and m.performer_id = u.id and ${membershipLasts('m', '?::timestamptz')}
    ) as "isMember",
    (
      select array_agg(e.object_type || ' ' || e.object_id) from entitlement e
      where e.user_id = ?::uuid and e.performer_id = u.id and e.revoked_at is null and e.object_id = any(?::uuid[])
    ) as owned
  from "user" u
  where u.id = any(?::uuid[])`
}

function arrayOf(ids: readonly string[]): string {
  return `{${ids.join()}}`
}
