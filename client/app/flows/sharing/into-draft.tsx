import { Trans, useLingui } from '@lingui/react/macro'
import { errorMessage } from '../../../core/api/error-message.ts'
import type { SharedItem } from '../../../core/storage/shared-items.ts'
import { useSync } from '../../../core/sync/sync-provider.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { makeDraftOf } from './make-draft-of.ts'
import { useTellTaken } from './use-tell-taken.ts'

type Props = { item: SharedItem; onDone: () => void; onDrop: () => void }

/** Makes a draft of the item after a press: any website can post one to this device. A failure can be tried again. */
export function IntoDraft({ item, onDone, onDrop }: Props) {
  const { t } = useLingui()
  const sync = useSync()
  const tell = useTellTaken()
  const taking = useAction(async () => {
    tell(await makeDraftOf(sync, item))
    onDone()
  })
  return (
    <>
      <div role="alert" className="empty:absolute">
        {taking.error !== null && (
          <Notice tone="danger">
            {t`The draft could not be made`}: {errorMessage(taking.error, t`It is still on this device. Try again.`)}
          </Notice>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button busy={taking.busy} onClick={() => void taking.run()}>
          {taking.error === null ? <Trans>Make a draft</Trans> : <Trans>Try again</Trans>}
        </Button>
        {!taking.busy && (
          <Button kind="secondary" onClick={onDrop}>
            <Trans>Discard</Trans>
          </Button>
        )}
      </div>
    </>
  )
}
