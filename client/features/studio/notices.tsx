import { Trans } from '@lingui/react/macro'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { translated } from '../../core/api/error-message.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { pageHeading } from '../../ui/text/page-heading.ts'

type RefusedProps = { refused: readonly OutboxRecord[]; onRetry: () => void; onDrop: () => void }

/** The refused changes of this draft or post, and the reasons. */
export function RefusedNotice({ refused, onRetry, onDrop }: RefusedProps) {
  const reasons = new Set(refused.flatMap(({ rejection }) => rejection?.message ?? []))
  // The focused control goes away with the notice.
  const atHeading = (deed: () => void) => () => {
    pageHeading()?.focus({ preventScroll: true })
    deed()
  }
  const isSave = refused.some(({ name }) => name === 'draft.save' || name === 'post.update')
  return (
    <Notice tone="danger" className="grid gap-3">
      <p className="font-semibold">
        {isSave ? <Trans>A change was not saved</Trans> : <Trans>This change was rejected</Trans>}
      </p>
      {[...reasons].map((reason) => (
        <p key={reason}>{translated(reason)}</p>
      ))}
      <div className="flex flex-wrap gap-2">
        {isSave && (
          <Button kind="secondary" onClick={atHeading(onRetry)}>
            <Trans>Try again</Trans>
          </Button>
        )}
        <Button kind="secondary" onClick={atHeading(onDrop)}>
          {isSave ? <Trans>Discard the change</Trans> : <Trans>OK</Trans>}
        </Button>
      </div>
    </Notice>
  )
}

type GoneProps = { reason: string | null; hasWords: boolean; onKeep: () => void; onLeave: () => void }

/** The draft was published or discarded, here or elsewhere; what is written here need not be lost. */
export function GoneNotice({ reason, hasWords, onKeep, onLeave }: GoneProps) {
  return (
    <Notice tone="warning" className="grid gap-3">
      <p className="font-semibold">
        <Trans>This draft no longer exists</Trans>
      </p>
      <p>{reason ? translated(reason) : <Trans>The draft was published or discarded.</Trans>}</p>
      <div className="flex flex-wrap gap-2">
        {hasWords && (
          <Button kind="secondary" onClick={onKeep}>
            <Trans>Keep the text as a new draft</Trans>
          </Button>
        )}
        <Button kind="secondary" onClick={onLeave}>
          <Trans>Discard the text</Trans>
        </Button>
      </div>
    </Notice>
  )
}

type PublishingProps = { isScheduled: boolean; onTakeBack: () => void }

/** It is queued to be published or scheduled, and can be taken back as long as the server does not have it. */
export function PublishingNotice({ isScheduled, onTakeBack }: PublishingProps) {
  return (
    <Notice className="grid gap-3">
      <p>
        {isScheduled ? (
          <Trans>This post is waiting. It is scheduled when you are back online.</Trans>
        ) : (
          <Trans>This post is waiting. It is published when you are back online.</Trans>
        )}
      </p>
      <div>
        <Button kind="secondary" onClick={onTakeBack}>
          <Trans>Move back to drafts</Trans>
        </Button>
      </div>
    </Notice>
  )
}

/** The server has yet to say whether it came too late. */
export function TakingBackNotice() {
  return (
    <Notice>
      <Trans>Cancelling this post. If it has reached the server already, it stays.</Trans>
    </Notice>
  )
}
