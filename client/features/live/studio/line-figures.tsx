import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Notice } from '../../../ui/form/notice.tsx'
import { numberFormat } from '../../../ui/text/number-format.ts'
import type { SentLine } from './sent-line.ts'

/** The creator's line in figures, and in words what to do where the picture suffers. */
export function LineFigures({ line }: { line: SentLine }) {
  const { t, i18n } = useLingui()
  const { bits, lost, route } = line
  const rate = numberFormat(i18n.locale, {
    ...{ style: 'unit', unitDisplay: 'short', maximumFractionDigits: 1 },
    unit: bits < 1_000_000 ? 'kilobit-per-second' : 'megabit-per-second',
  }).format(bits < 1_000_000 ? Math.round(bits / 1_000) : bits / 1_000_000)
  const share = numberFormat(i18n.locale, { style: 'percent', maximumFractionDigits: 1 }).format(lost)
  return (
    <section aria-label={t`Your line`} className="grid gap-2">
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        <Figure label={t`Upload rate`}>
          <bdi>{rate}</bdi>
        </Figure>
        <Figure label={t`Loss`}>
          <bdi>{share}</bdi>
        </Figure>
        <Figure label={t`Route`}>
          <Route route={route} />
        </Figure>
      </dl>
      <div role="status" className="empty:hidden">
        {line.suffers && (
          <Notice tone="warning">
            <Advice suffers={line.suffers} />
          </Notice>
        )}
      </div>
    </section>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-muted">{label}</dt>
      <dd className="font-semibold tabular-nums">{children}</dd>
    </div>
  )
}

function Route({ route }: Pick<SentLine, 'route'>) {
  switch (route) {
    case 'udp':
      return <Trans>Direct (UDP)</Trans>
    case 'tcp':
      return <Trans>Direct (TCP)</Trans>
    case 'relay':
      return <Trans>Through a relay</Trans>
    case null:
      return <Trans>Not known yet</Trans>
  }
}

function Advice({ suffers }: { suffers: NonNullable<SentLine['suffers']> }) {
  switch (suffers) {
    case 'loss':
      return (
        <Trans>
          Your line loses a part of the picture, and viewers see it break up. Go closer to the router, use a cable, or
          choose another network.
        </Trans>
      )
    case 'line':
      return (
        <Trans>
          Your line is too slow for the whole picture, and viewers see a weaker one. Stop other uploads, or choose
          another network.
        </Trans>
      )
    case 'device':
      return (
        <Trans>
          This device is too busy for the whole picture, and viewers see a weaker one. Close other programs and tabs.
        </Trans>
      )
  }
}
