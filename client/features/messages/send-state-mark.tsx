import { Trans } from '@lingui/react/macro'
import { Check, CheckCheck, CircleAlert, Clock3 } from 'lucide-react'
import type { Reach, SendState } from './send-state.ts'

type Props = {
  state: SendState
  /** Says where it is for all to see: for the newest that has arrived, or was read. */
  saysReach: boolean
}

const icon = 'size-4 shrink-0'

/** How far an own message has come: an icon for the eye, and always a word. */
export function SendStateMark({ state, saysReach }: Props) {
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
      return <SentMark reach={state.reach} says={saysReach} />
  }
}

function SentMark({ reach, says }: { reach: Reach; says: boolean }) {
  const Icon = reach === 'server' ? Check : CheckCheck
  const word = reach === 'server' ? null : reach === 'device' ? <Trans>Delivered</Trans> : <Trans>Seen</Trans>
  return (
    <span className="inline-flex items-center gap-1">
      <Icon className={icon} strokeWidth={reach === 'seen' ? 3 : 2} aria-hidden="true" />
      <span className="sr-only">
        <Trans>Sent</Trans> {!says && word}
      </span>
      {says && <span>{word}</span>}
    </span>
  )
}
