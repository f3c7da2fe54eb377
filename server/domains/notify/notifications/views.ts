import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Notice } from '@vesper/sync/vesper/records/notification.ts'
import { avatarUrl } from '../../../infra/files/views.ts'
import type { Notification } from './entity.ts'

type Actor = Notice['actors'][number]
type ActorRow = Omit<Actor, '_id' | 'avatar'> & { id: string; avatar: string | null }

/** Notifications with the accounts that they name, read in one statement. Accounts that are gone are left out. */
export async function noticeViews(em: SqlEntityManager, notices: readonly Notification[]): Promise<Notice[]> {
  const ids = [...new Set(notices.flatMap(({ actors }) => actors))]
  const rows =
    ids.length === 0
      ? []
      : await em.execute<ActorRow[]>(
          `select u.id, u.name, u.username, u.avatar_file_id as avatar, u.is_performer as "isPerformer"
           from "user" u where u.id = any(?::uuid[]) and u.status = 'active'`,
          [`{${ids.join()}}`],
        )
  const byId = new Map(
    rows.map(({ id, avatar, ...row }): [string, Actor] => [id, { _id: id, ...row, avatar: avatarUrl(avatar) }]),
  )
  return notices.map((notice) => noticeView(notice, byId))
}

function noticeView(notice: Notification, byId: ReadonlyMap<string, Actor>): Notice {
  const { id, userId, seq, kind, count, objectType, objectId, pageType, pageId, event, preview, tokens, cents } = notice
  return {
    ...{ _id: id, userId, seq, kind, count, objectType, objectId, preview },
    ...(tokens > 0 && { tokens }),
    ...(cents > 0 && { cents }),
    ...{ pageType: pageType ?? null, pageId: pageId ?? null, event: event ?? null },
    actors: notice.actors.flatMap((actor) => byId.get(actor) ?? []),
    createdAt: notice.createdAt.toISOString(),
    updatedAt: notice.updatedAt.toISOString(),
  }
}
