import { Trans } from '@lingui/react/macro'
import { Check, CheckCheck, CircleAlert, Clock3 } from 'lucide-react'
import type { SendState } from './send-state.ts'

type Props = {
  state: SendState
  /** Says 'Seen' for all to see: for the newest that was read. */
  isNewestSeen: boolean
}

const icon = 'size-4 shrink-0'

/** How far an own message has come: an icon for the eye, and always a word. */
export function SendStateMark({ state, isNewestSeen }: Props) {
  switch (state.kind) {
    case 'saving':
      return (
        <span className="inline-flex items-center gap-1">
          <Clock3 className={icon} aria-hidden="true" />
          <Trans>Saving</Trans>
        </span>
      )
    case 'waiting':
      return (
        <span className="inline-flex items-center gap-1">
          <Clock3 className={icon} aria-hidden="true" />
          <Trans>Waiting</Trans>
        </span>
      )
    case 'sending':
      return (
        <span className="inline-flex items-center gap-1">
          <Clock3 className={icon} aria-hidden="true" />
          <Trans>Sending</Trans>
        </span>
      )
    case 'failed':
      return (
        <span className="inline-flex items-center gap-1 font-semibold">
          <CircleAlert className={icon} aria-hidden="true" />
          <Trans>Failed</Trans>
        </span>
      )
    case 'sent':
      return <SentMark seen={state.seen} says={isNewestSeen} />
  }
}

function SentMark({ seen, says }: { seen: boolean; says: boolean }) {
  const Icon = seen ? CheckCheck : Check
  return (
    <span className="inline-flex items-center gap-1">
      <Icon className={icon} aria-hidden="true" />
      <span className="sr-only">
        <Trans>Sent</Trans>
      </span>
      {says && (
        <span>
          <Trans>Seen</Trans>
        </span>
      )}
    </span>
  )
}
