import { Trans, useLingui } from '@lingui/react/macro'
import type { Show } from '@vesper/sync/vesper/api/live-shows.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { Avatar } from '../../../core/media/avatar.tsx'
import { TokenPrice } from '../../../core/settings/token-price.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Spinner } from '../../../ui/controls/spinner.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { askShow } from './ask-show.ts'
import { ShowRequest } from './show-request.tsx'

/** The minute in which the creator decides. Nothing is held or paid before they accept. */
export function WaitForAnswer({ show, userId }: { show: Show; userId: string }) {
  const { t } = useLingui()
  const cancel = useAction(async () => void (await askShow('show:cancel', { requestId: show._id })))
  const { performer } = show
  const { name } = performer
  if (performer._id === userId) {
    return (
      <div className="mx-auto w-full max-w-3xl py-4">
        <ShowRequest show={show} />
      </div>
    )
  }
  return (
    <div className="grid justify-items-center gap-4 py-10 text-center">
      <Avatar name={name} src={performer.avatar} size="xl" />
      <p role="status" aria-label={t`Waiting for an answer`} className="inline-flex items-center gap-2 font-semibold">
        <Spinner />
        <Trans>{name} has a minute to answer</Trans>
      </p>
      <p className="text-sm text-muted">
        <TokenPrice value={show.rate} /> <Trans>a minute</Trans> · <Trans>at most</Trans>{' '}
        <TokenPrice value={show.cap ?? 0} />
      </p>
      <p className="text-sm text-muted">
        <Trans>Nothing is held before the show is accepted.</Trans>
      </p>
      {cancel.error !== null && (
        <Notice tone="danger" role="alert">
          {errorMessage(cancel.error)}
        </Notice>
      )}
      <Button kind="secondary" busy={cancel.busy} onClick={() => void cancel.run()}>
        <Trans>Take it back</Trans>
      </Button>
    </div>
  )
}
