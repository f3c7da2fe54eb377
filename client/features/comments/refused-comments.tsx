import { Trans, useLingui } from '@lingui/react/macro'
import { translated } from '../../core/api/error-message.ts'
import { useToldAction } from '../../core/api/use-action-with-toast.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { Button } from '../../ui/button.tsx'
import { refusedComments } from './merge-comments.ts'
import type { Queued } from './merge-comments.ts'
import { useThread } from './thread-context.ts'

/** Comments that the server refused, with why: nobody else sees them, and their texts are kept. */
export function RefusedComments({ parentId }: { parentId: string | null }) {
  const { queued } = useThread()
  return refusedComments(queued, parentId).map((one) => <Refused key={one.id} refused={one} />)
}

function Refused({ refused: { id, args, rejection } }: { refused: Queued }) {
  const { t } = useLingui()
  const sync = useSync()
  const { text = '' } = args as { text?: string }
  const retry = useToldAction(() => sync.retry(id))
  const discard = useToldAction(() => sync.discard(id))
  return (
    <div role="group" aria-label={t`Not sent`} className="grid gap-2 rounded-card border border-danger-ink/40 p-3">
      <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-line">
        {text}
      </p>
      <p className="text-sm text-danger-ink">
        {rejection?.message ? translated(rejection.message) : <Trans>The comment was not sent.</Trans>}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button kind="secondary" busy={retry.busy} onClick={() => void retry.run()}>
          <Trans>Try again</Trans>
        </Button>
        <Button kind="quiet" busy={discard.busy} onClick={() => void discard.run()}>
          <Trans>Discard</Trans>
        </Button>
      </div>
    </div>
  )
}
