import type { App } from '../../../../app.ts'
import { blocksAccount, notBlockedFor } from '../../../../content/blocks.ts'
import { openToOthers } from '../../../../content/open-to-others.ts'
import type { Stream } from '../../streams/entity.ts'
import { nodeOf } from '../../streams/node-of.ts'
import type { Show } from '../entity.ts'

/** Without a sign of life for so long a server is gone, in milliseconds. */
export const DEAD_MS = 20_000

/** A show that is not over, with all that may end it. */
export type OpenShow = Pick<
  Show,
  'id' | 'kind' | 'status' | 'performerId' | 'fanId' | 'rate' | 'minimum' | 'cap' | 'held' | 'seconds' | 'lowBalance'
> & {
  streamId: string | null
  /** Its time has come: an unanswered request, or a show to which nobody has connected. */
  isExpired: boolean
  /** Its room is on this server. */
  isOwn: boolean
  /** The server of its room gives no sign of life. */
  isLost: boolean
  streamEnding: Stream['endedReason']
  /** The side by which both may not go on. A fan who closes the account, or who blocks the creator, leaves the show. */
  apart: 'staff' | 'performer' | 'fan' | null
  /** The group has begun: this seat may begin, too. */
  hasBegun: boolean
  /** The seats that are taken, and those with which a group begins. */
  seats: number
  groupMinimum: number
  isWaiting: boolean
}

/** All shows that are not over, by one statement over a small index. */
export function openShows(app: App): Promise<OpenShow[]> {
  const now = app.clock()
  const dead = new Date(now.getTime() - DEAD_MS)
  return app.orm.em.fork().execute<OpenShow[]>(OPEN, [now, nodeOf(app), dead])
}

const OPEN = `select sh.id, sh.kind, sh.status, sh.performer_id as "performerId", sh.fan_id as "fanId",
    sh.stream_id as "streamId", sh.rate, sh.minimum, sh.cap, sh.held, sh.seconds, sh.low_balance as "lowBalance",
    sh.expires_at <= moment.now as "isExpired", coalesce(sh.node = moment.node, false) as "isOwn",
    sh.status <> 'requested' and sh.alive_at < moment.dead as "isLost", st.ended_reason as "streamEnding",
    case when fan.status = 'deactivated' or ${blocksAccount('sh.fan_id', 'sh.performer_id')} then 'fan'
      when fan.status <> 'active' or not ${openToOthers('creator')} then 'staff'
      when not ${notBlockedFor('sh.fan_id', 'sh.performer_id')} then 'performer' end as apart,
    exists (select 1 from show other where other.stream_id = sh.stream_id and other.started_at is not null) as "hasBegun",
    (
      select count(*)::int from show other
      where other.stream_id = sh.stream_id and other.status in ('accepted', 'active')
    ) as seats,
    coalesce(settings.group_minimum, 2) as "groupMinimum", sh.expires_at is null as "isWaiting"
  from (select ?::timestamptz as now, ?::text as node, ?::timestamptz as dead) moment, show sh
  join "user" fan on fan.id = sh.fan_id
  join "user" creator on creator.id = sh.performer_id
  left join stream st on st.id = sh.stream_id
  left join stream_settings settings on settings.performer_id = sh.performer_id
  where sh.status in ('requested', 'accepted', 'active')
  order by sh.created_at`
