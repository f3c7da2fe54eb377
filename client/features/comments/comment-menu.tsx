import { Trans, useLingui } from '@lingui/react/macro'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useActionWithToast } from '../../core/api/use-action-with-toast.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useContentActions } from '../../entities/content/use-content-actions.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { announce } from '../../ui/text/announcer.tsx'
import { queuedFor } from './merge-comments.ts'
import type { ShownComment } from './merge-comments.ts'
import { useThread } from './thread-context.ts'

type Props = { comment: ShownComment; onEdit: () => void }

/** The actions of an account on a comment. Visitors have no menu. */
export function CommentMenu(props: Props) {
  return useThread().viewer && <OwnMenu {...props} />
}

function OwnMenu({ comment, onEdit }: Props) {
  const { t } = useLingui()
  const { menuItems } = useContentActions()
  const { viewer, ownerId } = useThread()
  const [isAsking, setAsking] = useState(false)
  const isOwn = comment.author?._id === viewer?._id
  const mayDelete = isOwn || viewer?._id === ownerId
  const content = { type: 'comment', id: comment._id, ownerId: comment.author?._id ?? '' } as const
  const items = [
    ...(isOwn ? [] : menuItems(content)),
    ...(isOwn && !comment.isHidden ? [{ label: t`Edit`, icon: <Pencil />, onSelect: onEdit }] : []),
    ...(mayDelete ? [{ label: t`Delete`, icon: <Trash2 />, danger: true, onSelect: () => setAsking(true) }] : []),
  ]
  if (items.length === 0) return null
  return (
    <>
      <Menu
        label={t`What to do with this comment`}
        items={items}
        className="grid size-target place-items-center rounded-full text-muted transition-colors duration-150 hover:bg-raised hover:text-ink"
      >
        <Ellipsis className="size-4.5" aria-hidden="true" />
      </Menu>
      {isAsking && <DeleteComment comment={comment} onClose={() => setAsking(false)} />}
    </>
  )
}

function DeleteComment({ comment, onClose }: { comment: ShownComment; onClose: () => void }) {
  const { t } = useLingui()
  const sync = useSync()
  const { queued } = useThread()
  const { _id, objectId, replies } = comment
  const remove = useActionWithToast(
    async () => {
      const waiting = queuedFor(queued, _id)
      const [first] = waiting
      // A comment that has never left this device is taken back, and nobody is told.
      if (first?.name === 'comment.add' && first.state === 'waiting' && first.attempts === 0) {
        for (const { id } of waiting.toReversed()) await sync.discard(id)
      } else await sync.mutate('comment.remove', { _id, objectId })
      onClose()
      announce(t`Comment deleted`)
    },
    t`Error occurred, please try again later`,
  )
  return (
    <ConfirmDialog
      title={t`Delete this comment?`}
      yes={<Trans>Delete</Trans>}
      onYes={() => void remove.run()}
      onClose={onClose}
    >
      {replies > 0 ? <Trans>Its replies stay.</Trans> : <Trans>It cannot be brought back.</Trans>}
    </ConfirmDialog>
  )
}
