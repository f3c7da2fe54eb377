import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import { AsOf } from '../../core/api/as-of.tsx'
import { $offline } from '../../core/connection/model.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ErrorState } from '../../ui/list/error-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { ThreadItem } from './thread-item.tsx'
import { useCommentList } from './use-comment-list.ts'
import type { Order } from './use-comment-list.ts'

type Props = {
  order: Order
  /** The answers were counted anew. */
  onCounted: () => void
}

/** The comments below a thing. New comments of others wait above until the user shows them: nothing jumps. */
export function CommentList({ order, onCounted }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const { fresh, listed, heldCount, letIn, list, more } = useCommentList(null, order)
  const counts = list.items?.map(({ _id, replies }) => `${_id} ${replies}`).join()
  useEffect(onCounted, [counts, onCounted])
  const comments = [...fresh, ...listed]
  if (comments.length === 0 && !list.items) {
    if (list.isLoading) return <Loading />
    if (isOffline) {
      return (
        <p className="text-sm text-muted">
          <Trans>The comments appear when you are back online.</Trans>
        </p>
      )
    }
    return <ErrorState title={t`The comments could not be loaded`} message={list.failure ?? ''} onRetry={list.retry} />
  }
  return (
    <div className="grid gap-2">
      <AsOf at={list.keptAt} />
      <div role="status" className="justify-self-center empty:absolute">
        {heldCount > 0 && (
          <Button kind="secondary" onClick={letIn}>
            <Plural value={heldCount} one="Show # new comment" other="Show # new comments" />
          </Button>
        )}
      </div>
      {comments.length === 0 ? (
        <p className="py-4 text-center text-muted">
          <Trans>No comments yet</Trans>
        </p>
      ) : (
        <ul role="list" aria-label={t`Comments`} className="grid gap-1">
          {comments.map((comment) => (
            <li key={comment._id}>
              <ThreadItem comment={comment} />
            </li>
          ))}
        </ul>
      )}
      {list.hasMore && (
        <Button kind="secondary" className="justify-self-center" busy={list.isLoading} onClick={more}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </div>
  )
}

function Loading() {
  return (
    <div aria-busy="true" className="grid gap-4 py-2">
      {[0, 1, 2].map((place) => (
        <div key={place} className="flex gap-3">
          <Skeleton className="size-9 rounded-full" />
          <span className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-5" />
          </span>
        </div>
      ))}
    </div>
  )
}
