import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { BookmarkQuery } from '@vesper/sync/vesper/api/reactions.ts'
import type * as v from 'valibot'
import { notBlockedFor } from '../../../content/blocks.ts'
import { openToOthers } from '../../../content/open-to-others.ts'
import { sqlPage } from '../../../infra/http/list.ts'
import type { Reaction } from './entity.ts'

type Page = { ids: string[]; total: number }
/** Comments are not bookmarked. */
type Bookmarkable = Exclude<Reaction['objectType'], 'comment'>
type Query = v.InferOutput<typeof BookmarkQuery>

const OWNED = `exists (
  select 1 from entitlement e where e.user_id = r.user_id and e.object_type = r.object_type and e.object_id = o.id
    and e.revoked_at is null
)`

/** A thing that was not removed; its author alone still has what staff hide. */
function isThere(thing: string): string {
  return `${thing}.status <> 'removed' and (${thing}.status <> 'hidden' or ${thing}.performer_id = r.user_id)`
}

/** The bookmarked things of one type that the account can still see, locked ones included. `o` is the thing. */
const seen: Readonly<Record<Bookmarkable, string>> = {
  feed: `join post o on o.id = r.object_id and ${isThere('o')}
    join "user" u on u.id = o.performer_id and (
      u.id = r.user_id or (o.status = 'published' and ${openToReader('u')}) or ${OWNED}
    )`,
  gallery: ofAssets(),
  photo: ofAssets(),
  video: ofAssets(),
  product: ofAssets(),
  performer: `join "user" o on o.id = r.object_id and o.is_performer and ${openToReader('o')}`,
}

/** One page of the ids of what an account has bookmarked of one type, the latest first. */
export async function bookmarkedPage(
  em: SqlEntityManager,
  { userId, objectType }: { userId: string; objectType: Bookmarkable },
  query: Query,
): Promise<Page> {
  const list = {
    select: 'o.id',
    from: `reaction r ${seen[objectType]}`,
    where: `r.user_id = ? and r.action = 'bookmark' and r.object_type = ?`,
    params: [userId, objectType],
    sortable: { updatedAt: 'r.created_at', createdAt: 'r.created_at' },
    tieBreak: 'o.id',
  }
  const { rows, total } = await sqlPage<{ id: string }>(em, list, query)
  return { ids: rows.map(({ id }) => id), total }
}

/** The author is open to the account whose bookmarks are read. */
function openToReader(author: string): string {
  return `${openToOthers(author)} and ${notBlockedFor('r.user_id', `${author}.id`)}`
}

/** A photo is seen as its gallery is. Who owns the gallery owns the photo. */
function ofAssets(): string {
  return `join asset o on o.id = r.object_id and o.kind = r.object_type and ${isThere('o')}
    left join asset g on g.id = o.gallery_id
    join "user" u on u.id = o.performer_id and (g.id is null or (${isThere('g')})) and (
      u.id = r.user_id or ${OWNED} or exists (
        select 1 from entitlement e where e.user_id = r.user_id and e.object_type = 'gallery' and e.object_id = g.id
          and e.revoked_at is null
      ) or (o.status = 'active' and (g.id is null or g.status = 'active') and ${openToReader('u')})
    )`
}
