import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import type { StreamQuery } from '@vesper/sync/vesper/api/live-streams.ts'
import { searchWords } from '@vesper/sync/vesper/records/search-words.ts'
import * as v from 'valibot'
import { openTo, whereVisible } from '../../../content/blocks.ts'
import type { Condition, Visitor } from '../../../content/blocks.ts'
import { listMatch, namesOf, written } from '../../../content/search-match.ts'
import { sqlPage } from '../../../infra/http/list.ts'
import { joinAccount } from '../../people/accounts/account-sql.ts'
import { User } from '../../people/accounts/entity.ts'
import { Stream } from './entity.ts'

/** A stream with its creator. */
export type OwnedStream = { stream: Stream; performer: User }

/**
 * The stream with this id; or of the creator with this id or username, the one that has not ended, else the latest. Private
 * shows are found by their own id alone. Null: there is none.
 */
export async function findStream(em: SqlEntityManager, name: string, viewer: Visitor): Promise<OwnedStream | null> {
  const isId = v.is(uuid, name)
  const known = isId ? await em.findOne(Stream, { id: name }) : null
  if (known) return { stream: known, performer: await em.findOneOrFail(User, { id: known.performerId }) }
  const by = isId ? { id: name } : { username: name }
  const performer = await em.findOne(User, { ...by, isPerformer: true, status: 'active', ...whereVisible(viewer) })
  if (!performer) return null
  const own = { performerId: performer.id, kind: { $ne: 'private' as const } }
  const stream =
    (await em.findOne(Stream, { ...own, status: { $ne: 'ended' } })) ??
    (await em.findOne(Stream, own, { orderBy: { createdAt: 'desc', id: 'desc' } }))
  return stream && { stream, performer }
}

/** The streams with picture right now, of creators whom the viewer finds. Private shows are not among them. */
export async function liveStreams(
  em: SqlEntityManager,
  viewer: Visitor,
  { q, access, ...list }: v.InferOutput<typeof StreamQuery>,
): Promise<{ streams: OwnedStream[]; total: number }> {
  const match = q === '' ? null : listMatch(written(`st.title || ' ' || ${namesOf('u')}`), searchWords(q))
  const conditions: Condition[] = [
    { sql: `st.status in ('live', 'reconnecting') and st.kind <> 'private'`, params: [] },
    openTo(viewer, 'u'),
    ...(access === undefined ? [] : [{ sql: 'st.access = ?', params: [access] }]),
    ...(match ? [match] : []),
  ]
  const { rows, total } = await sqlPage<{ id: string }>(
    em,
    {
      ...{ select: 'st.id', from: `stream st ${joinAccount('u', 'st.performer_id')}`, tieBreak: 'st.id' },
      where: conditions.map(({ sql }) => sql).join(' and '),
      params: conditions.flatMap(({ params }) => params),
      sortable: { viewers: 'st.viewers', startedAt: 'st.started_at' },
    },
    list,
  )
  return {
    streams: await ownedStreams(
      em,
      rows.map(({ id }) => id),
    ),
    total,
  }
}

async function ownedStreams(em: SqlEntityManager, ids: readonly string[]): Promise<OwnedStream[]> {
  const streams = new Map((await em.find(Stream, { id: { $in: [...ids] } })).map((stream) => [stream.id, stream]))
  const performerIds = [...streams.values()].map(({ performerId }) => performerId)
  const users = new Map((await em.find(User, { id: { $in: performerIds } })).map((user) => [user.id, user]))
  return ids.flatMap((id) => {
    const stream = streams.get(id)
    const performer = stream && users.get(stream.performerId)
    return performer ? [{ stream, performer }] : []
  })
}
