import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { CommentComposer } from './comment-composer.tsx'
import { keepCommentDraft, readCommentDraft } from './comment-drafts.ts'
import { useThread } from './thread-context.ts'
import { usePickedPhoto } from './use-picked-photo.ts'

type Props = {
  /** The comment that is answered; null to write below the thing itself. */
  parentId: string | null
  onSent?: () => void
  onCancel?: () => void
}

/** Writes a comment or an answer, without a connection too. A draft and its photo stay over a reload. */
export function WriteComment({ parentId, onSent, onCancel }: Props) {
  const { t } = useLingui()
  const sync = useSync()
  const { objectType, objectId, viewer } = useThread()
  const account = viewer?._id ?? ''
  const about = parentId ?? objectId
  const [draft] = useState(() => readCommentDraft(account, about))
  const photo = usePickedPhoto({
    initial: draft.photoId,
    onKeep: (photoId) => keepCommentDraft(account, about, { photoId }),
  })
  if (!viewer) return null
  return (
    <CommentComposer
      label={parentId === null ? t`Write a comment` : t`Write a reply`}
      sendLabel={parentId === null ? t`Send comment` : t`Send reply`}
      initial={draft.text}
      onType={(text) => keepCommentDraft(account, about, { text })}
      photo={photo}
      onSend={async (text) => {
        const _id = await photo.commentId()
        await sync.mutate('comment.add', { _id, objectType, objectId, parentId, text })
        photo.taken()
        onSent?.()
      }}
      autoFocus={parentId !== null}
      {...(onCancel && { onCancel })}
    />
  )
}
