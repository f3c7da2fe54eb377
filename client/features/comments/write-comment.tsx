import { useLingui } from '@lingui/react/macro'
import { v7 } from 'uuid'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { CommentComposer } from './comment-composer.tsx'
import { keepCommentDraft, readCommentDraft } from './comment-drafts.ts'
import { useThread } from './thread-context.ts'

type Props = {
  /** The comment that is answered; null to write below the thing itself. */
  parentId: string | null
  onSent?: () => void
  onCancel?: () => void
}

/** Writes a comment or an answer, without a connection too. What was begun stays over a reload. */
export function WriteComment({ parentId, onSent, onCancel }: Props) {
  const { t } = useLingui()
  const sync = useSync()
  const { objectType, objectId, viewer } = useThread()
  if (!viewer) return null
  const about = parentId ?? objectId
  return (
    <CommentComposer
      label={parentId === null ? t`Write a comment` : t`Write a reply`}
      sendLabel={parentId === null ? t`Send comment` : t`Send reply`}
      initial={readCommentDraft(viewer._id, about)}
      onType={(text) => keepCommentDraft(viewer._id, about, text)}
      onSend={async (text) => {
        await sync.mutate('comment.add', { _id: v7(), objectType, objectId, parentId, text })
        onSent?.()
      }}
      autoFocus={parentId !== null}
      {...(onCancel && { onCancel })}
    />
  )
}
