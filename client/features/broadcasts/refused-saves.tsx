import { Trans } from '@lingui/react/macro'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { errorMessage, translated } from '../../core/api/error-message.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { pageHeading } from '../../ui/text/page-heading.ts'

/** The changes of a message that the server refuses, such as a file that it cannot use, with the reasons. */
export function RefusedSaves({ refused }: { refused: readonly OutboxRecord[] }) {
  const sync = useSync()
  const settle = useAction(async (deed: 'retry' | 'discard') => {
    // The focused control goes away with the notice.
    pageHeading()?.focus({ preventScroll: true })
    for (const { id } of refused) await sync[deed](id)
  })
  const reasons = new Set(refused.flatMap(({ rejection }) => rejection?.message ?? []))
  return (
    <div role="alert" className="empty:absolute">
      {refused.length > 0 && (
        <Notice tone="danger" className="grid gap-3">
          <p className="font-semibold">
            <Trans>A change was not saved</Trans>
          </p>
          {[...reasons].map((reason) => (
            <p key={reason}>{translated(reason)}</p>
          ))}
          {settle.error !== null && <p>{errorMessage(settle.error)}</p>}
          <div className="flex flex-wrap gap-2">
            <Button kind="secondary" busy={settle.busy} onClick={() => void settle.run('retry')}>
              <Trans>Try again</Trans>
            </Button>
            <Button kind="secondary" busy={settle.busy} onClick={() => void settle.run('discard')}>
              <Trans>Discard the change</Trans>
            </Button>
          </div>
        </Notice>
      )}
    </div>
  )
}
