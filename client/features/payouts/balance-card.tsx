import { Trans, useLingui } from '@lingui/react/macro'
import type { EarningStats } from '@vesper/sync/vesper/api/earnings.ts'
import type { Calculation } from '@vesper/sync/vesper/api/payouts.ts'
import { AsOf } from '../../core/api/as-of.tsx'
import { NeedsConnection } from '../../entities/payments/needs-connection.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/list/card.tsx'
import { formatMoney } from '../../ui/text/format-money.ts'
import { PayoutReasons } from './payout-reasons.tsx'

/** Units of earnings on the wire in one cent. */
const PER_CENT = 100

type Props = {
  calculation: Calculation
  /** Undefined while they are being read. */
  stats: EarningStats | undefined
  /** Without a connection: when these figures were read (milliseconds). */
  keptAt: number | null
  isOffline: boolean
  onAsk: () => void
}

/** The balance of a creator, and the way to have it paid out, or the reasons against it. */
export function BalanceCard({ calculation, stats, keptAt, isOffline, onAsk }: Props) {
  const { t, i18n } = useLingui()
  const { available, currency, reasons } = calculation
  const format = (cents: number | undefined) => (cents === undefined ? '–' : formatMoney(cents, currency, i18n.locale))
  return (
    <Card className="grid grid-cols-1 gap-4">
      <AsOf at={keptAt} />
      <dl className="grid grid-cols-1 gap-4 min-[360px]:grid-cols-2 sm:grid-cols-3">
        <Figure name={t`Available`} value={format(available)} hint={t`Can be paid out`} />
        <Figure name={t`Not free yet`} value={format(stats && stats.pending / PER_CENT)} hint={t`From recent sales`} />
        <Figure
          name={t`In a payout`}
          value={format(stats && stats.held / PER_CENT)}
          hint={t`Requested, not paid yet`}
        />
      </dl>
      <PayoutReasons calculation={calculation} />
      <NeedsConnection />
      <Button aria-haspopup="dialog" disabled={isOffline || reasons.length > 0} onClick={onAsk}>
        <Trans>Request payout</Trans>
      </Button>
    </Card>
  )
}

function Figure({ name, value, hint }: { name: string; value: string; hint: string }) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="text-lg font-bold tabular-nums">{value}</dd>
      <dd className="text-xs text-faint">{hint}</dd>
    </div>
  )
}
