import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Charge } from '@vesper/sync/vesper/api/charges.ts'
import { Download, Printer } from 'lucide-react'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { clockTime } from '../../../core/media/clock-time.ts'
import { saveFile } from '../../../core/media/download-blob.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { textLinkClass } from '../../../ui/form/text-link.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { formatDate } from '../../../ui/text/date-format.ts'
import { formatMoney } from '../../../ui/text/format-money.ts'
import { numberFormat } from '../../../ui/text/number-format.ts'
import { ChargeName } from './charge-name.tsx'
import { receiptNumber } from './receipt-number.ts'
import { printPage, receiptPage } from './receipt-page.ts'

type Props = { charge: Omit<Charge, 'balance'>; onClose: () => void }

/** The receipt of one payment, which can be saved and printed as a page of its own. */
export function ReceiptDialog({ charge, onClose }: Props) {
  const { t, i18n } = useLingui()
  const { performer, amount, tax, taxBps, tokens, refundedTokens, seconds, currency, createdAt } = charge
  const list = useRef<HTMLDListElement>(null)
  const shownNumber = receiptNumber(charge)
  const save = () => {
    if (!list.current) return
    const page = receiptPage(t`Receipt`, list.current)
    const file = new Blob(['<!doctype html>\n', page.documentElement.outerHTML], { type: 'text/html' })
    saveFile(file, `${shownNumber}.html`)
  }
  const print = () => {
    if (list.current) printPage(receiptPage(t`Receipt`, list.current))
  }
  const money = (cents: number) => formatMoney(cents, currency, i18n.locale)
  const rate = numberFormat(i18n.locale, { style: 'percent', maximumFractionDigits: 2 }).format(taxBps / 10_000)
  return (
    <Dialog
      title={t`Receipt`}
      onClose={onClose}
      actions={
        <>
          <Button kind="secondary" icon={<Printer className="size-4.5" aria-hidden="true" />} onClick={print}>
            <Trans>Print</Trans>
          </Button>
          <Button kind="secondary" icon={<Download className="size-4.5" aria-hidden="true" />} onClick={save}>
            <Trans>Save receipt</Trans>
          </Button>
        </>
      }
    >
      <dl
        ref={list}
        className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-sm tabular-nums [&_dd]:text-end [&_dd]:text-ink"
      >
        <Line name={<Trans>Number</Trans>}>{shownNumber}</Line>
        <Line name={<Trans>Date</Trans>}>
          {formatDate(new Date(createdAt), i18n.locale, { dateStyle: 'long', timeStyle: 'short' })}
        </Line>
        <Line name={<Trans>Seller</Trans>}>
          <bdi>{performer.name}</bdi>
        </Line>
        <Line name={<Trans>Item</Trans>}>
          <ChargeName charge={charge} />
        </Line>
        {seconds !== null && <Line name={<Trans>Both connected</Trans>}>{clockTime(seconds)}</Line>}
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
      {/* The charge of a show has the id of its request. */}
      {seconds !== null && (
        <Link to="/show/$requestId" params={{ requestId: charge._id }} className={textLinkClass}>
          <Trans>See the show</Trans>
        </Link>
      )}
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
