import type { App } from '../../../app.ts'
import type { Viewer } from '../../../content/access.ts'
import { blocksAccount, notBlockedFor } from '../../../content/blocks.ts'
import { membershipLasts } from '../../../content/counted-time-sql.ts'
import { openToOthers } from '../../../content/open-to-others.ts'
import { doorFor, SEATED } from './door.ts'
import type { Entered } from './door.ts'
import type { OwnRoom } from './own-rooms.ts'

/** An account through one session; through null, whichever sessions it has. */
type Guest = { userId: string; sessionId: string | null }
type Watched = Pick<OwnRoom, 'id' | 'memberUntil'>

/** A peer that may not stay: `session` for those of one session alone, else all of the account. */
export type Stranger = { room: Watched; identity: Guest; reason: string }

/** A room with the peers that are in it. */
export type Occupied = { room: Watched; peers: readonly Guest[] }

type Row = Guest & {
  streamId: string
  /** The session holds, and its account is open. */
  isOpen: boolean
  isAuthorOpen: boolean
  isBlocked: boolean
  isBarred: boolean
  follows: boolean
  accessUntil: Date | string | null
  isLasting: boolean
  isEntitled: boolean
  hasSeat: boolean
} & Omit<Entered, 'id'>

/**
 * Looks at everybody in these rooms at once, by one statement, and finds those who may not stay. A membership that runs out
 * by itself lasts until the end of the stream; one that was taken back does not.
 */
export async function findStrangers(app: App, occupied: readonly Occupied[]): Promise<Stranger[]> {
  const identities = distinct(occupied)
  if (identities.length === 0) return []
  const now = app.clock()
  const rows = await app.orm.em
    .fork()
    .execute<Row[]>(LOOK, [
      ...[arrayOf(identities.map(({ room }) => room.id)), arrayOf(identities.map(({ userId }) => userId))],
      ...[arrayOf(identities.map(({ sessionId }) => sessionId)), now],
    ])
  const rooms = new Map(occupied.map(({ room }) => [room.id, room]))
  return rows.flatMap((row) => {
    const room = rooms.get(row.streamId)
    const reason = room && reasonToLeave(row, room)
    return reason ? { room, reason, identity: { userId: row.userId, sessionId: row.sessionId } } : []
  })
}

function reasonToLeave(row: Row, room: Watched): string | null {
  // The room of a stream that another process has ended is closed as a whole.
  if (row.status === 'ended') return null
  if (!row.isOpen) return 'session'
  const { userId, follows, isEntitled, isAuthorOpen, isBlocked, hasSeat, isBarred } = row
  const viewer: Viewer = { userId, follows, isEntitled, isAuthorOpen, isBlocked, isMember: isMember(row, room) }
  const door = doorFor(row, { viewer, hasSeat, isBarred })
  return door === 'open' ? null : (door ?? 'hidden')
}

/** A member stays one until the end of the stream, unless the end of the membership was brought forward. */
function isMember({ userId, accessUntil, isLasting }: Row, { memberUntil }: Watched): boolean {
  const until = accessUntil === null ? 0 : new Date(accessUntil).getTime()
  const known = memberUntil.get(userId)
  if (isLasting) memberUntil.set(userId, until)
  else if (known !== until) memberUntil.delete(userId)
  return memberUntil.has(userId)
}

function distinct(occupied: readonly Occupied[]): (Guest & { room: Watched })[] {
  const identities = occupied.flatMap(({ room, peers }) =>
    peers.map(({ userId, sessionId }) => ({ room, userId, sessionId })),
  )
  return [...new Map(identities.map((one) => [`${one.room.id} ${one.userId} ${one.sessionId}`, one])).values()]
}

function arrayOf(ids: readonly (string | null)[]): string {
  return `{${ids.map((id) => id ?? 'null').join()}}`
}

const LOOK = `select w.stream_id as "streamId", w.user_id as "userId", w.session_id as "sessionId",
    st.performer_id as "performerId", st.kind, st.status, st.access, st.is_hidden as "isHidden",
    w.session_id is null or exists (
      select 1 from session s join "user" a on a.id = s.user_id where s.id = w.session_id and s.user_id = w.user_id
        and s.revoked_at is null and s.expires_at > w.now and a.status = 'active'
    ) as "isOpen",
    ${openToOthers('u')} as "isAuthorOpen", not ${notBlockedFor('w.user_id', 'st.performer_id')} as "isBlocked",
    ${blocksAccount('st.performer_id', 'w.user_id')} as "isBarred",
    exists (select 1 from follow f where f.follower_id = w.user_id and f.performer_id = st.performer_id) as follows,
    m.access_until as "accessUntil", m.user_id is not null and ${membershipLasts('m', 'w.now')} as "isLasting",
    exists (
      select 1 from entitlement e where e.user_id = w.user_id and e.object_type = 'stream' and e.object_id = st.id
        and e.revoked_at is null
    ) as "isEntitled",
    exists (
      select 1 from show sh where sh.stream_id = st.id and sh.fan_id = w.user_id and ${SEATED}
    ) as "hasSeat"
  from (
    select stream_id, user_id, session_id, moment.now
    from unnest(?::uuid[], ?::uuid[], ?::uuid[]) as each(stream_id, user_id, session_id), (select ?::timestamptz as now) moment
  ) w
  join stream st on st.id = w.stream_id
  join "user" u on u.id = st.performer_id
  left join membership m on m.user_id = w.user_id and m.performer_id = st.performer_id`
