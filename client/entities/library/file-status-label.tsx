import { Trans, useLingui } from '@lingui/react/macro'
import { CircleAlert, Clock3, LoaderCircle } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Progress } from '../../ui/controls/progress.tsx'
import { cx } from '../../ui/cx.ts'
import type { DraftFile } from './use-files.ts'

/** How far a file of a draft is, in words; nothing of one that is on the server. */
export function FileStatusLabel({ file: { standing, sent, name } }: { file: DraftFile }) {
  const { t } = useLingui()
  switch (standing) {
    case 'waiting':
      return (
        <Sign Icon={Clock3} tone="text-warn-ink">
          <Trans>Waiting</Trans>
        </Sign>
      )
    case 'sending':
      return (
        <span className="absolute inset-x-2 bottom-2 rounded-full bg-surface px-2 py-1.5">
          <Progress value={sent} label={name === null ? t`Uploading` : t`Uploading ${name}`} />
        </span>
      )
    case 'processing':
      return (
        <Sign Icon={LoaderCircle} tone="text-muted">
          <Trans>Processing</Trans>
        </Sign>
      )
    case 'failed':
    case 'refused':
      return (
        <Sign Icon={CircleAlert} tone="text-danger-ink">
          {standing === 'failed' ? <Trans>Could not be processed</Trans> : <Trans>Rejected</Trans>}
        </Sign>
      )
    case 'ready':
    case 'elsewhere':
      return null
  }
}

function Sign({ Icon, tone, children }: { Icon: LucideIcon; tone: string; children: ReactNode }) {
  return (
    <span
      className={cx(
        'absolute start-2 top-2 inline-flex items-center gap-1 rounded-full bg-surface px-2 py-0.5 text-xs font-semibold',
        tone,
      )}
    >
      <Icon className="size-3.5" aria-hidden="true" />
      {children}
    </span>
  )
}
