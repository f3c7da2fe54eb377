import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { CommentItem } from './comment-item.tsx'
import type { ShownComment } from './merge-comments.ts'
import { useCommentList } from './use-comment-list.ts'

type Props = { parentId: string; onReply: () => void }

/** The answers to a comment, the oldest first. Ones that come stand below. */
export function Replies({ parentId, onReply }: Props) {
  const { t } = useLingui()
  const { fresh, listed, list, more } = useCommentList(parentId)
  const written = useWritten(fresh)
  // Before the last page, older own ones would stand behind a gap.
  const answers = [...listed, ...(list.hasMore ? fresh.filter(({ _id }) => written.has(_id)) : fresh)]
  if (answers.length === 0 && list.isLoading) return <Skeleton className="h-14" />
  return (
    <>
      {list.failure !== null && answers.length === 0 && (
        <p className="text-sm text-muted">
          <Trans>The replies could not be loaded.</Trans>
        </p>
      )}
      <ul role="list" aria-label={t`Replies`} className="grid gap-1">
        {answers.map((answer) => (
          <li key={answer._id}>
            <CommentItem comment={answer} onReply={onReply} />
          </li>
        ))}
      </ul>
      {list.hasMore && (
        <Button kind="quiet" className="justify-self-start" busy={list.isLoading} onClick={more}>
          <Trans>Show more replies</Trans>
        </Button>
      )}
    </>
  )
}

/** The answers that were on their way while this list was shown: they stay when they have been sent. */
function useWritten(fresh: readonly ShownComment[]): ReadonlySet<string> {
  const [written] = useState(() => new Set<string>())
  for (const { _id, sending } of fresh) if (sending.kind !== 'done') written.add(_id)
  return written
}
