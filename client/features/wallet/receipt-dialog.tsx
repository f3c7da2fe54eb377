import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Charge } from '@vesper/sync/vesper/api/charges.ts'
import type { ReactNode } from 'react'
import { formatDate } from '../../ui/date-format.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ChargeName } from './charge-name.tsx'
import { formatMoney } from '../../ui/format-money.ts'

type Props = { charge: Omit<Charge, 'balance'>; onClose: () => void }

/** The receipt of one payment. */
export function ReceiptDialog({ charge, onClose }: Props) {
  const { t, i18n } = useLingui()
  const { number, performer, amount, tax, taxBps, tokens, refundedTokens, currency, createdAt } = charge
  const money = (cents: number) => formatMoney(cents, currency, i18n.locale)
  const rate = new Intl.NumberFormat(i18n.locale, { style: 'percent', maximumFractionDigits: 2 }).format(
    taxBps / 10_000,
  )
  return (
    <Dialog title={t`Receipt`} onClose={onClose} actions={null}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-sm tabular-nums [&_dd]:text-end [&_dd]:text-ink">
        <Line name={<Trans>Number</Trans>}>V-{String(number).padStart(6, '0')}</Line>
        <Line name={<Trans>Date</Trans>}>
          {formatDate(new Date(createdAt), i18n.locale, { dateStyle: 'long', timeStyle: 'short' })}
        </Line>
        <Line name={<Trans>Seller</Trans>}>
          <bdi>{performer.name}</bdi>
        </Line>
        <Line name={<Trans>Item</Trans>}>
          <ChargeName charge={charge} />
        </Line>
        <Line name={<Trans>Paid with</Trans>}>
          <Plural value={tokens} one="# token" other="# tokens" />
        </Line>
        <Line name={<Trans>Net</Trans>}>{money(amount - tax)}</Line>
        <Line name={<Trans>Tax ({rate})</Trans>}>{money(tax)}</Line>
        <Line name={<Trans>Total</Trans>}>{money(amount)}</Line>
        {refundedTokens > 0 && (
          <Line name={<Trans>Given back</Trans>}>
            <Plural value={refundedTokens} one="# token" other="# tokens" />
          </Line>
        )}
      </dl>
    </Dialog>
  )
}

function Line({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
