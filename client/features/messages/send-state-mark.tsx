import { Trans } from '@lingui/react/macro'
import { CircleAlert, Clock3 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Reach, SendState } from './send-state.ts'

const ICON = 'size-4 shrink-0'

type Props = {
  state: SendState
  /** Says where it is for all to see: for the newest that has arrived, or was read. */
  saysReach: boolean
}

/** How far an own message has come: an icon for the eye, and always a word. */
export function SendStateMark({ state, saysReach }: Props) {
  switch (state.kind) {
    case 'saving':
      return (
        <Mark sign={<Clock3 className={ICON} aria-hidden="true" />}>
          <Trans>Saving</Trans>
        </Mark>
      )
    case 'waiting':
      return (
        <Mark sign={<Clock3 className={ICON} aria-hidden="true" />}>
          <Trans>Waiting</Trans>
        </Mark>
      )
    case 'sending':
      return (
        <Mark sign={<Clock3 className={ICON} aria-hidden="true" />}>
          <Trans>Sending</Trans>
        </Mark>
      )
    case 'failed':
      return (
        <Mark sign={<CircleAlert className={ICON} aria-hidden="true" />}>
          <b className="font-semibold">
            <Trans>Failed</Trans>
          </b>
        </Mark>
      )
    case 'sent':
      return <SentMark reach={state.reach} says={saysReach} />
  }
}

function SentMark({ reach, says }: { reach: Reach; says: boolean }) {
  const word = reach === 'server' ? null : reach === 'device' ? <Trans>Delivered</Trans> : <Trans>Seen</Trans>
  return (
    <Mark sign={<span className="ticks" data-reach={reach} />}>
      <span className="sr-far">
        <Trans>Sent</Trans> {!says && word}
      </span>
      {says && <span>{word}</span>}
    </Mark>
  )
}

function Mark({ sign, children }: { sign: ReactNode; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1">
      {sign}
      {children}
    </span>
  )
}
