import { Trans, useLingui } from '@lingui/react/macro'
import { SearchX } from 'lucide-react'
import { Notice } from '../../ui/form/notice.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { FoundList } from './found-list.tsx'
import { CREATOR_COLUMNS } from './kind-names.ts'
import type { SearchSlots } from './search-slots.ts'
import { useDeviceResults } from './use-device-results.ts'

/** Results of the search on this device, while there is no connection. */
export function DeviceFound({ q, slots }: { q: string; slots: SearchSlots }) {
  const { t } = useLingui()
  const results = useDeviceResults(q)
  if (!results) return <Skeleton className="h-40 rounded-card" />
  const { creators, posts } = results
  return (
    <div className="grid grid-cols-1 gap-6">
      <div role="status">
        <Notice>
          <Trans>You are offline. Vesper searches the creators and posts on this device.</Trans>
        </Notice>
      </div>
      {creators.length === 0 && posts.length === 0 && (
        <EmptyState icon={<SearchX />} title={t`Nothing on this device matches “${q}”`}>
          <Trans>Search again when you are back online.</Trans>
        </EmptyState>
      )}
      {creators.length > 0 && (
        <section aria-labelledby="held-creators" className="grid grid-cols-1 gap-3">
          <h2 id="held-creators" className="text-lg font-bold">
            <Trans>Creators</Trans>
          </h2>
          <FoundList label={t`Creators found`} items={creators} className={CREATOR_COLUMNS}>
            {slots.creator}
          </FoundList>
        </section>
      )}
      {posts.length > 0 && (
        <section aria-labelledby="held-posts" className="grid grid-cols-1 gap-3">
          <h2 id="held-posts" className="text-lg font-bold">
            <Trans>Posts</Trans>
          </h2>
          <FoundList label={t`Posts found`} items={posts} className="grid max-w-2xl grid-cols-1 gap-4">
            {slots.post}
          </FoundList>
        </section>
      )}
    </div>
  )
}
