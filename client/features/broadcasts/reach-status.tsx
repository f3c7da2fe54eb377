import { Plural, Trans } from '@lingui/react/macro'
import type { Reach } from '@vesper/sync/vesper/api/broadcasts.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { Button } from '../../ui/controls/button.tsx'
import type { useReach } from './use-reach.ts'

/** Says to how many a message goes, and why others get none. */
export function ReachStatus({ isOffline, reach, error, isReading, reload }: ReturnType<typeof useReach>) {
  const hasFailed = !isOffline && error !== undefined
  return (
    <div className="grid justify-items-start gap-1 rounded-card bg-raised px-4 py-3">
      <div role="status" className="grid gap-1">
        {isOffline ? (
          <Trans>To how many it goes is counted when you are back online. Your message is kept.</Trans>
        ) : hasFailed && !isReading ? (
          errorMessage(error)
        ) : reach ? (
          <>
            <strong className="text-base">
              <Trans>Goes to {reach.count}</Trans>
            </strong>
            <LeftOut {...reach.leftOut} />
          </>
        ) : (
          <Trans>Counting…</Trans>
        )}
      </div>
      {hasFailed && (
        <Button kind="quiet" busy={isReading} onClick={() => void reload()}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </div>
  )
}

function LeftOut({ excluded, muted, owned }: Reach['leftOut']) {
  const all = excluded + muted + owned
  if (all === 0) return null
  return (
    <ul role="list" className="text-sm text-muted">
      {excluded > 0 && (
        <li>
          <Plural value={excluded} one="# left out by you" other="# left out by you" />
        </li>
      )}
      {muted > 0 && (
        <li>
          <Plural value={muted} one="# has muted messages to many" other="# have muted messages to many" />
        </li>
      )}
      {owned > 0 && (
        <li>
          <Plural value={owned} one="# has all of these files" other="# have all of these files" />
        </li>
      )}
    </ul>
  )
}
