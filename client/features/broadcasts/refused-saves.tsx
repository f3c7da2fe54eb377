import { Trans } from '@lingui/react/macro'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import type { BroadcastContent } from '@vesper/sync/vesper/records/broadcast.ts'
import { hasContent } from '@vesper/sync/vesper/records/message.ts'
import type { ReactNode } from 'react'
import { errorMessage, translated } from '../../core/api/error-message.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { dropRefused } from '../../entities/library/drop-refused.ts'
import { refusedChanges } from '../../entities/library/refused-changes.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { pageHeading } from '../../ui/text/page-heading.ts'
import { writeAnew } from './write-anew.ts'

type Deed = 'retry' | 'discard' | 'renew'

type Props = {
  refused: readonly OutboxRecord[]
  /** Where no form shows what was written: takes the id of the message as which it is kept, or null once it is discarded. */
  onSettled?: (newId: string | null) => void
}

/** The changes of a message that the server refuses, such as a file that it cannot use, with the reasons. */
export function RefusedSaves({ refused, onSettled }: Props) {
  const sync = useSync()
  const settle = useAction(async (deed: Deed) => {
    // The focused control goes away with the notice.
    pageHeading()?.focus({ preventScroll: true })
    if (deed === 'renew') return onSettled?.(await writeAnew(sync, refused))
    if (deed === 'retry') for (const { id } of refused) await sync.retry(id)
    else if (!onSettled) await dropRefused(sync, refused)
    else {
      for (const { id } of refused) await sync.discard(id)
      onSettled(null)
    }
  })
  const reasons = new Set(refused.flatMap(({ rejection }) => rejection?.message ?? []))
  const { text = '', fileIds = [] } = refusedChanges(refused) as Partial<BroadcastContent>
  const button = (deed: Deed, words: ReactNode) => (
    <Button kind="secondary" busy={settle.busy} onClick={() => void settle.run(deed)}>
      {words}
    </Button>
  )
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
          {onSettled && text !== '' && (
            <p dir="auto" className="max-h-60 overflow-y-auto wrap-anywhere whitespace-pre-line">
              {text}
            </p>
          )}
          {settle.error !== null && <p>{errorMessage(settle.error)}</p>}
          <div className="flex flex-wrap gap-2">
            {!onSettled && button('retry', <Trans>Try again</Trans>)}
            {onSettled && hasContent({ text, fileIds }) && button('renew', <Trans>Write as a new message</Trans>)}
            {button('discard', <Trans>Discard the change</Trans>)}
          </div>
        </Notice>
      )}
    </div>
  )
}
