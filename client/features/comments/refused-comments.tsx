import { Trans, useLingui } from '@lingui/react/macro'
import type { AddCommentArgs } from '@vesper/sync/vesper/mutations/comments.ts'
import { v7 } from 'uuid'
import { translated } from '../../core/api/error-message.ts'
import { useActionWithToast } from '../../core/api/use-action-with-toast.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { announce } from '../../ui/text/announcer.tsx'
import { refusedComments } from './merge-comments.ts'
import type { Queued } from './merge-comments.ts'
import { PendingPhoto, useUploadOf } from './pending-photo.tsx'
import { useThread } from './thread-context.ts'

/** Comments that the server refused, with why: nobody else sees them, and their texts are kept. */
export function RefusedComments({ parentId }: { parentId: string | null }) {
  const { queued } = useThread()
  return refusedComments(queued, parentId).map((one) => <Refused key={one.id} refused={one} />)
}

function Refused({ refused: { id, args, rejection } }: { refused: Queued }) {
  const { t } = useLingui()
  const sync = useSync()
  const comment = args as AddCommentArgs
  const photo = useUploadOf(comment._id)
  const retry = useActionWithToast(() => sync.retry(id))
  const discard = useActionWithToast(async () => {
    await sync.discard(id)
    announce(t`Comment discarded`)
  })
  const withoutPhoto = useActionWithToast(async () => {
    // The text is queued again before the first comment goes, with the photo that has its id.
    await sync.mutate('comment.add', { ...comment, _id: v7() })
    await sync.discard(id)
  })
  return (
    <div role="group" aria-label={t`Not sent`} className="grid gap-2 rounded-card border border-danger-ink/40 p-3">
      <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-line">
        {comment.text}
      </p>
      <PendingPhoto commentId={comment._id} />
      <p className="text-sm text-danger-ink">
        {rejection?.message ? translated(rejection.message) : <Trans>The comment was not sent.</Trans>}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button kind="secondary" busy={retry.busy} onClick={() => void retry.run()}>
          <Trans>Try again</Trans>
        </Button>
        {photo?.state === 'rejected' && (
          <Button kind="secondary" busy={withoutPhoto.busy} onClick={() => void withoutPhoto.run()}>
            <Trans>Send without the photo</Trans>
          </Button>
        )}
        <Button kind="quiet" busy={discard.busy} onClick={() => void discard.run()}>
          <Trans>Discard</Trans>
        </Button>
      </div>
    </div>
  )
}
