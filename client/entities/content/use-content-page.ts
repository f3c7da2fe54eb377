import { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import type { Content } from './content-actions.ts'
import { pagePath } from './page-path.ts'

/** The page that shows a thing, as a path; the page that is open where the device knows no other. */
export function useContentPage({ type, id, ownerId, page }: Content): string {
  const { db } = useSync()
  const { data: creator } = useKeptAnswer(`/performers/${ownerId}`, Creator, { isAsked: type === 'performer' })
  const conversationId = useLiveQuery(
    async () => (type === 'message' ? (await db.messages.get(id))?.conversationId : undefined),
    [db, type, id],
  )
  if (page !== undefined) return page
  const own = pagePath(type, id)
  if (own !== null) return own
  switch (type) {
    case 'performer':
      return `/${creator?.username ?? ownerId}`
    case 'message':
      return conversationId === undefined ? location.pathname : `/messages/${conversationId}`
    default:
      return location.pathname
  }
}
