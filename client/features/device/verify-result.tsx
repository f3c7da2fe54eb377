import { Plural, Trans } from '@lingui/react/macro'
import { CircleAlert, CircleCheckBig, CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import type { VerifySummary } from './verify-summary.ts'

/** The outcome of a comparison, in words. */
export function VerifyResult({ summary }: { summary: VerifySummary }) {
  const { all, repaired, differing, moved, missed } = summary
  if (missed > 0) return <NotReached compared={all - missed} all={all} />
  if (differing > 0) {
    return (
      <Said tone="text-danger-ink" icon={<CircleAlert />}>
        <Plural
          value={differing}
          one="# part differs still. Please copy the log below into a report."
          other="# parts differ still. Please copy the log below into a report."
        />
      </Said>
    )
  }
  return (
    <Said tone="text-ok-ink" icon={<CircleCheckBig />}>
      {repaired > 0 ? (
        <Plural
          value={repaired}
          one="# part had drifted and was repaired. Everything is as the server has it."
          other="# parts had drifted and were repaired. Everything is as the server has it."
        />
      ) : moved > 0 ? (
        <Trans>No differences found. Some data is changing right now.</Trans>
      ) : (
        <Trans>Everything is as the server has it.</Trans>
      )}
    </Said>
  )
}

function NotReached({ compared, all }: { compared: number; all: number }) {
  return (
    <Said tone="text-warn-ink" icon={<CloudOff />}>
      {compared === 0 ? (
        <Trans>
          The server could not be reached, so nothing was compared. You can still use the data on this device.
        </Trans>
      ) : (
        <Trans>
          The connection broke off: {compared} of {all} parts were compared.
        </Trans>
      )}
    </Said>
  )
}

function Said({ tone, icon, children }: { tone: string; icon: ReactNode; children: ReactNode }) {
  return (
    <span
      className={cx(
        'flex items-start gap-2.5 text-sm font-medium [&_svg]:mt-0.5 [&_svg]:size-4.5 [&_svg]:shrink-0',
        tone,
      )}
    >
      {icon}
      <span>{children}</span>
    </span>
  )
}
