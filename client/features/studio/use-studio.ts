import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { laneOfDraft } from '@vesper/sync/vesper/mutations/drafts.ts'
import type { PostDraft } from '@vesper/sync/vesper/records/post-draft.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { studioItems } from './studio-items.ts'
import type { StudioItem } from './studio-items.ts'

/** The drafts of this account; undefined until they are read. */
export function useStudio(): StudioItem[] | undefined {
  const { db } = useSync()
  return useLiveQuery(async () => {
    const [drafts, outbox] = await Promise.all([
      db['post-drafts'].toArray() as Promise<PostDraft[]>,
      db.outbox.orderBy('order').toArray(),
    ])
    return studioItems(drafts, outbox)
  }, [db])
}

/** The queued mutations of one draft, in order. */
export function useDraftOutbox(draftId: string): OutboxRecord[] {
  const { db } = useSync()
  const records = useLiveQuery(
    () => db.outbox.where('lane').equals(laneOfDraft(draftId)).sortBy('order'),
    [db, draftId],
  )
  return records ?? []
}
