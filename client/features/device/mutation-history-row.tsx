import { Trans, useLingui } from '@lingui/react/macro'
import type { Decision } from '@vesper/sync/vesper/api/ledger.ts'
import { deviceNameOf } from '@vesper/sync/vesper/device-name-of.ts'
import { translated } from '../../core/api/error-message.ts'
import type { MutationWords } from '../../core/sync/mutation-words.ts'
import { Badge } from '../../ui/controls/badge.tsx'
import { age } from '../../ui/text/age.ts'
import { useNow } from '../../ui/use-now.ts'

type Props = {
  decision: Decision
  /** Undefined for a mutation that this version of the app does not know. */
  words: MutationWords | undefined
  /** It was sent from this device. */
  isOwn: boolean
}

/** One change: what it was, what became of it, when, and on which device it was made. */
export function MutationHistoryRow({ decision, words, isOwn }: Props) {
  const { i18n } = useLingui()
  const ago = age(decision.decidedAt, useNow(), i18n.locale)
  return (
    <>
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="font-medium">
          {words ? (
            <words.Label />
          ) : (
            <code dir="ltr" className="break-all">
              {decision.name}
            </code>
          )}
        </span>
        <Outcome decision={decision} />
      </span>
      {decision.status === 'rejected' && decision.kind !== 'cancelled' && (
        <span className="text-danger-ink">{translated(decision.message)}</span>
      )}
      <span className="flex flex-wrap gap-x-3 text-xs text-muted">
        <time dateTime={decision.decidedAt}>{ago}</time>
        <span>{isOwn ? <Trans>From this device</Trans> : <OtherDevice decision={decision} />}</span>
      </span>
    </>
  )
}

function OtherDevice({ decision: { userAgent, deviceSeenAt } }: Pick<Props, 'decision'>) {
  const { i18n } = useLingui()
  const name = userAgent ? deviceNameOf(userAgent).name : null
  const now = useNow()
  const seen = deviceSeenAt && age(deviceSeenAt, now, i18n.locale)
  if (!name) return <Trans>From another device</Trans>
  return seen ? (
    <Trans>
      From {name}, last seen {seen}
    </Trans>
  ) : (
    <Trans>From {name}</Trans>
  )
}

function Outcome({ decision }: Pick<Props, 'decision'>) {
  if (decision.status === 'applied') {
    return (
      <Badge tone="ok">
        <Trans>Done</Trans>
      </Badge>
    )
  }
  return decision.kind === 'cancelled' ? (
    <Badge>
      <Trans>Cancelled</Trans>
    </Badge>
  ) : (
    <Badge tone="danger">
      <Trans>Refused</Trans>
    </Badge>
  )
}
