import { Trans } from '@lingui/react/macro'
import { CircleAlert, CircleCheck, Clock3, Smartphone } from 'lucide-react'
import { cx } from '../../ui/cx.ts'
import type { DraftStanding } from './studio-items.ts'

const looks = {
  saved: { Icon: CircleCheck, tone: 'text-muted' },
  waiting: { Icon: Smartphone, tone: 'text-warn-ink' },
  publishing: { Icon: Clock3, tone: 'text-warn-ink' },
  refused: { Icon: CircleAlert, tone: 'text-danger-ink' },
} as const

/** How a draft stands, in words. */
export function StandingStatus({ standing }: { standing: DraftStanding }) {
  const { Icon, tone } = looks[standing]
  return (
    <span className={cx('inline-flex items-center gap-1.5 text-sm font-semibold', tone)}>
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      {standing === 'saved' && <Trans>Saved</Trans>}
      {standing === 'waiting' && <Trans>On this device only</Trans>}
      {standing === 'publishing' && <Trans>Waiting to be published</Trans>}
      {standing === 'refused' && <Trans>Not saved</Trans>}
    </span>
  )
}
