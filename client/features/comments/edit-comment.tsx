import { useLingui } from '@lingui/react/macro'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { CommentComposer } from './comment-composer.tsx'
import type { ShownComment } from './merge-comments.ts'

/** Changes the text of an own comment in its place. */
export function EditComment({ comment, onClose }: { comment: ShownComment; onClose: () => void }) {
  const { t } = useLingui()
  const sync = useSync()
  const { _id, objectId } = comment
  return (
    <CommentComposer
      label={t`Text of the comment`}
      sendLabel={t`Save changes`}
      initial={comment.text}
      onSend={async (text) => {
        if (text.trim() !== comment.text) await sync.mutate('comment.edit', { _id, objectId, text })
        onClose()
      }}
      onCancel={onClose}
      autoFocus
    />
  )
}
