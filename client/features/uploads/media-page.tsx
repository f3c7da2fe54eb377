import { Trans, useLingui } from '@lingui/react/macro'
import { Library } from '@vesper/sync/vesper/api/files.ts'
import { useUnit } from 'effector-react'
import { Images } from 'lucide-react'
import { useDeferredValue, useLayoutEffect, useRef, useState } from 'react'
import type { ListSearch } from '../../core/api/list-search.ts'
import { usePagedList } from '../../core/api/use-paged-list.ts'
import { $offline } from '../../core/connection/model.ts'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { LibraryFilters } from '../../entities/library/library-filters.tsx'
import { queryOf } from '../../entities/library/use-library.ts'
import type { LibraryFilter } from '../../entities/library/use-library.ts'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { LibraryTile } from './library-tile.tsx'
import { PreparedRow } from './prepared-row.tsx'
import { UploadRow } from './upload-row.tsx'
import { useFileEvents } from './use-file-events.ts'
import { useUploads } from './use-uploads.ts'
import type { QueuedUpload } from './use-uploads.ts'

type Props = { search: ListSearch; onMore: () => void }

/** The media of a creator: uploads of this device, files that the server prepares, and those that are ready. */
export function MediaPage({ search, onMore }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const uploads = useUploads(useSync()) ?? []
  const [filter, setFilter] = useState<LibraryFilter>({})
  const query = useDeferredValue(queryOf({ ...filter, q: filter.q?.trim() }))
  const library = usePagedList({ path: '/performer/files/search', answer: Library, query, search, pageSize: 48 })
  const isNarrowed = Object.keys(queryOf(filter)).length > 0
  const progress = useFileEvents(() => void library.reload())
  const isBehind = useReadWhenSent(uploads, library.reload)
  const queued = new Set(uploads.map(({ fileId }) => fileId))
  const unready = (library.items ?? []).filter(({ _id, status }) => status !== 'ready' && !queued.has(_id))
  const ready = library.items?.filter(({ status }) => status === 'ready')
  const hasUploads = uploads.length + unready.length > 0
  // A file that was just sent is in neither list yet: nobody is told that there is none.
  const isUnknown = isBehind && !hasUploads && ready?.length === 0
  return (
    <main className="mx-auto flex w-full max-w-5xl flex-1 flex-col">
      <PageHeader title={t`Media`} />
      <div className="safe-x grid gap-8 pt-2 pb-12">
        {hasUploads && (
          <section className="grid gap-2">
            <h2 className="text-lg font-bold">
              <Trans>Uploads</Trans>
            </h2>
            <ul role="list" aria-label={t`Uploads`} className="grid gap-1">
              {uploads.map((upload) => (
                <li key={upload.fileId}>
                  <UploadRow upload={upload} />
                </li>
              ))}
              {unready.map((file) => (
                <li key={file._id}>
                  <PreparedRow
                    file={file}
                    progress={progress.get(file._id) ?? file.progress}
                    onSent={() => void library.reload()}
                  />
                </li>
              ))}
            </ul>
          </section>
        )}
        <section className="grid gap-3">
          <h2 className="text-lg font-bold">
            <Trans>Library</Trans>
          </h2>
          {(isNarrowed || (ready?.length ?? 0) > 0) && (
            <LibraryFilters kinds={['photo', 'video', 'audio', 'other']} filter={filter} onChange={setFilter} />
          )}
          <PagedList
            list={{ ...library, items: isUnknown ? undefined : ready }}
            label={t`Library`}
            failedTitle={t`Your media could not be loaded`}
            skeleton={<TilesSkeleton label={t`Loading your media`} />}
            empty={
              isNarrowed ? (
                <EmptyState icon={<Images />} title={t`No file is like this`}>
                  <Trans>Change what you search for, or choose another kind, tag or use.</Trans>
                </EmptyState>
              ) : (
                <EmptyState icon={<Images />} title={hasUploads ? t`Nothing is ready yet` : t`Nothing uploaded yet`}>
                  <Trans>Photos, videos and sounds that you add to posts and messages appear here.</Trans>
                </EmptyState>
              )
            }
            offline={isOffline && <ListUnavailable icon={<Images />} />}
            onMore={onMore}
            className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4"
          >
            {(file) => <LibraryTile file={file} onChanged={() => void library.reload()} />}
          </PagedList>
        </section>
      </div>
    </main>
  )
}

/**
 * Reads the library again when an upload has left the queue: the server has its file then, or nobody wants it any more.
 * Tells if it is being read for that.
 */
function useReadWhenSent(uploads: readonly QueuedUpload[], read: () => Promise<unknown>): boolean {
  const before = useRef<readonly string[]>([])
  const [reads, setReads] = useState(0)
  // Before the page is drawn without the upload.
  useLayoutEffect(() => {
    const now = uploads.map(({ fileId }) => fileId)
    const hasLeft = before.current.some((fileId) => !now.includes(fileId))
    before.current = now
    if (!hasLeft) return
    const end = () => setReads((count) => count - 1)
    setReads((count) => count + 1)
    void read().then(end, end)
  }, [uploads, read])
  return reads > 0
}

function TilesSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
      {[0, 1, 2, 3].map((tile) => (
        <Skeleton key={tile} className="aspect-square rounded-card" />
      ))}
    </div>
  )
}
