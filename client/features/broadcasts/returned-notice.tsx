import { Trans } from '@lingui/react/macro'
import type { Broadcast } from '@vesper/sync/vesper/records/broadcast.ts'
import { Notice } from '../../ui/form/notice.tsx'
import { useNow } from '../../ui/use-now.ts'

/** Says why a message did not go out at its time, and what its author can do; nothing of one that was not returned. */
export function ReturnedNotice({ broadcast }: { broadcast: Pick<Broadcast, 'returned' | 'sendAt'> }) {
  const now = useNow()
  const { returned, sendAt } = broadcast
  if (!returned) return null
  return (
    <Notice tone="warning" className="grid gap-1">
      <p className="font-semibold">
        <Trans>This message did not go out</Trans>
      </p>
      <p>
        {returned === 'list' && (
          <Trans>A list in it was deleted. Take that list out below, choose others, and send the message again.</Trans>
        )}
        {returned === 'nobody' && (
          <Trans>At its time nobody was left to send it to. Choose others below, and send the message again.</Trans>
        )}
        {returned === 'files' && (
          <Trans>A file of it cannot be sent any more. Remove it or add another, and send the message again.</Trans>
        )}
      </p>
      {sendAt !== null && Date.parse(sendAt) <= now && (
        <p>
          <Trans>Its time is over. Choose a later one, or leave it empty to send the message now.</Trans>
        </p>
      )}
    </Notice>
  )
}
