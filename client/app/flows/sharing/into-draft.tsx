import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent } from 'react'
import { errorMessage } from '../../../core/api/error-message.ts'
import type { SharedItem } from '../../../core/storage/shared-items.ts'
import { useSync } from '../../../core/sync/sync-provider.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { ErrorState } from '../../../ui/list/error-state.tsx'
import { makeDraftOf } from './make-draft-of.ts'
import { useTellTaken } from './use-tell-taken.ts'

/** Makes a draft of the item at once: sharing it was the decision. */
export function IntoDraft({ item, onDone }: { item: SharedItem; onDone: () => void }) {
  const { t } = useLingui()
  const sync = useSync()
  const tell = useTellTaken()
  const taking = useAction(async () => {
    tell(await makeDraftOf(sync, item))
    onDone()
  })
  const take = useEffectEvent(() => void taking.run())
  useEffect(() => take(), [item.id])
  if (taking.error !== null) {
    return (
      <ErrorState
        title={t`The draft could not be made`}
        message={errorMessage(taking.error)}
        onRetry={() => void taking.run()}
      />
    )
  }
  return (
    <p role="status" className="text-muted">
      <Trans>Making a draft of it…</Trans>
    </p>
  )
}
