import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { ReportTarget } from '@vesper/sync/vesper/api/reports.ts'

/** A thing as it is now, hidden or not. */
export type ThingState = { ownerId: string; text: string; isHidden: boolean; pageId: string | null }

const asset = (kind: string) =>
  `select performer_id as "ownerId", concat_ws(E'\\n', nullif(title, ''), nullif(description, '')) as text,
     status = 'hidden' as "isHidden", coalesce(gallery_id, id) as "pageId"
   from asset where id = ? and kind = '${kind}' and status <> 'removed'`
const account = (isPerformer: boolean) =>
  `select id as "ownerId", concat_ws(E'\\n', name, username, nullif(bio, '')) as text, status = 'suspended' as "isHidden",
     id as "pageId"
   from "user" where id = ? and is_performer = ${isPerformer}`

/** SQL by the kind of the thing: its state, and no row where its author has removed it. */
const STATES: Readonly<Record<ReportTarget, string>> = {
  feed: `select performer_id as "ownerId", text, status = 'hidden' as "isHidden", id as "pageId"
    from post where id = ? and status <> 'removed'`,
  ...{ gallery: asset('gallery'), photo: asset('photo'), video: asset('video'), product: asset('product') },
  comment: `select author_id as "ownerId", text, status = 'hidden' as "isHidden", object_id as "pageId"
    from comment where id = ? and status <> 'deleted'`,
  message: `select sender_id as "ownerId", text, is_hidden as "isHidden", null::uuid as "pageId"
    from message where id = ? and not is_deleted`,
  stream: `select performer_id as "ownerId", title as text, is_hidden as "isHidden", id as "pageId" from stream where id = ?`,
  ...{ performer: account(true), user: account(false) },
}

/** Null for a thing that does not exist, or that its author has removed. */
export async function thingState(em: SqlEntityManager, type: ReportTarget, id: string): Promise<ThingState | null> {
  const [state] = await em.execute<ThingState[]>(STATES[type], [id])
  return state ?? null
}
