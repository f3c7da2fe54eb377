import { randomUUID } from 'node:crypto'
import { ACTORS_MAX } from '@vesper/sync/vesper/records/notification.ts'
import type { App } from '../../app.ts'
import { Notification, NotificationState } from '../../domains/notify/notifications/entity.ts'
import { transact } from '../../infra/database/transaction.ts'

/** Notifications of one account; the latest `UNREAD` are unread. */
const SHOWN = 40
const UNREAD = 3

type Deed = Pick<
  Notification,
  'userId' | 'kind' | 'objectType' | 'objectId' | 'pageType' | 'pageId' | 'preview' | 'tokens'
> & {
  actorId: string
  at: string
}

/** Fills the activity of all accounts from the follows, comments, tips and sales that there are; done once. */
export async function seedActivity(app: App): Promise<void> {
  if ((await app.orm.em.fork().count(Notification, {})) > 0) return
  await transact(app, null, async (tx) => {
    const deeds = await tx.em.execute<Deed[]>(DEEDS)
    for (const [userId, ofUser] of Map.groupBy(deeds, (deed) => deed.userId)) {
      const notices = byThingAndDay(ofUser).slice(-SHOWN)
      for (const [place, notice] of notices.entries()) {
        tx.em.create(Notification, { ...notice, id: randomUUID(), seq: place + 1 })
      }
      const lastSeq = notices.length
      tx.em.create(NotificationState, { userId, lastSeq, readSeq: Math.max(0, lastSeq - UNREAD) })
    }
  })
}

/** Deeds of one kind on one thing and day are one notification, as if they were read each evening. The oldest first. */
function byThingAndDay(deeds: readonly Deed[]): Omit<Notification, 'id' | 'seq'>[] {
  const groups = Map.groupBy(deeds, ({ kind, objectId, at }) => `${kind} ${objectId} ${at.slice(0, 10)}`)
  const notices = [...groups.values()].flatMap((group) => {
    const [latest] = group
    if (!latest) return []
    const { actorId: _, at, ...about } = latest
    const actors = [...new Set(group.map(({ actorId }) => actorId))]
    const first = group.at(-1)?.at ?? at
    const dates = { createdAt: new Date(first), updatedAt: new Date(at) }
    const tokens = group.reduce((sum, deed) => sum + deed.tokens, 0)
    return [
      { ...about, event: null, tokens, cents: 0, actors: actors.slice(0, ACTORS_MAX), count: group.length, ...dates },
    ]
  })
  return notices.toSorted((a, b) => a.updatedAt.getTime() - b.updatedAt.getTime())
}

const DEEDS = `select * from (
    select performer_id as "userId", 'follow' as kind, 'user' as "objectType", performer_id as "objectId",
      null as "pageType", null::uuid as "pageId", '' as preview, 0 as tokens, follower_id as "actorId",
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
    from follow
    union all
    select coalesce(p.author_id, c.performer_id), case when p.id is null then 'comment' else 'reply' end,
      case when p.id is null then c.object_type else 'comment' end, coalesce(p.id, c.object_id),
      c.object_type, c.object_id, c.text, 0, c.author_id,
      to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
    from comment c left join comment p on p.id = c.parent_id
    union all
    select performer_id, 'tip', 'tip', id, 'user', fan_id, message, tokens, fan_id,
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
    from charge where type = 'tip'
    union all
    select c.performer_id, 'sale', c.type, c.target_id, null, null, left(coalesce(p.text, a.title, ''), 140), c.tokens, c.fan_id,
      to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
    from charge c left join post p on p.id = c.target_id left join asset a on a.id = c.target_id
    where c.type in ('feed', 'gallery', 'video')
  ) as deed where "actorId" <> "userId" order by at desc`
