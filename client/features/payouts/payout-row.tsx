import { Trans, useLingui } from '@lingui/react/macro'
import { Payout } from '@vesper/sync/vesper/api/payouts.ts'
import { useState } from 'react'
import { callApi } from '../../core/api/api.ts'
import { errorMessage, translated } from '../../core/api/error-message.ts'
import { Badge } from '../../ui/controls/badge.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { Card } from '../../ui/list/card.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import { formatMoney } from '../../ui/text/format-money.ts'
import { ChangeDialog } from './requests/change-dialog.tsx'

type Status = Payout['status']

const tones: Record<Status, 'neutral' | 'ok' | 'warning' | 'danger'> = {
  ...{ pending: 'warning', approved: 'ok', processing: 'ok', paid: 'ok' },
  ...{ failed: 'danger', rejected: 'danger', canceled: 'neutral' },
}

type Props = {
  payout: Payout
  /** Cents that are free beside this payout. */
  available: number
  minimum: number
  isOffline: boolean
  onChanged: () => void
}

/** One payout: the amount, where it goes, how it stands and stood, and the ways to change that. */
export function PayoutRow(props: Props) {
  const { t, i18n } = useLingui()
  const statuses = useStatuses()
  const { status, method, last4, amount, fee, net, currency, note, reason } = props.payout
  const money = (cents: number) => formatMoney(cents, currency, i18n.locale)
  const [kept, received] = [money(fee), money(net)]
  return (
    <Card className="grid grid-cols-1 gap-3 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="text-lg font-bold text-ink tabular-nums">{money(amount)}</span>
        <Badge tone={tones[status]}>{statuses[status]}</Badge>
      </div>
      <p className="text-muted">
        {method === 'stripe' ? (
          'Stripe'
        ) : (
          <>
            {t`Bank account`} <bdi dir="ltr">···· {last4}</bdi>
          </>
        )}
        {fee > 0 && (
          <span className="block tabular-nums">
            <Trans>
              Fee {kept}, you receive {received}
            </Trans>
          </span>
        )}
      </p>
      {note !== '' && (
        <p dir="auto" className="break-words whitespace-pre-wrap">
          {note}
        </p>
      )}
      {reason !== null && (
        <Notice tone="danger">
          <span dir="auto" className="block break-words">
            {translated(reason)}
          </span>
        </Notice>
      )}
      <Timeline payout={props.payout} />
      {(status === 'pending' || status === 'failed') && <Actions {...props} />}
    </Card>
  )
}

function Timeline({ payout: { timeline } }: { payout: Payout }) {
  const { t, i18n } = useLingui()
  const statuses = useStatuses()
  return (
    <ol role="list" aria-label={t`Timeline`} className="grid gap-1 border-s-2 border-line ps-3">
      {timeline.map(({ status, at }, index) => (
        <li key={`${at} ${status}`} className="flex flex-wrap justify-between gap-x-4 text-muted">
          <span>{index === 0 ? t`Requested` : statuses[status]}</span>
          <time dateTime={at} className="tabular-nums">
            {formatDate(new Date(at), i18n.locale, { dateStyle: 'medium', timeStyle: 'short' })}
          </time>
        </li>
      ))}
    </ol>
  )
}

function Actions({ payout, available, minimum, isOffline, onChanged }: Props) {
  const { t, i18n } = useLingui()
  const [open, setOpen] = useState<'change' | 'cancel' | null>(null)
  const move = useAction(async (status: 'canceled' | 'pending') => {
    try {
      await callApi({ method: 'PUT', path: `/payout-requests/${payout._id}`, body: { status }, answer: Payout })
    } finally {
      // A refusal says that it stands elsewhere meanwhile.
      onChanged()
    }
  })
  const amount = formatMoney(payout.amount, payout.currency, i18n.locale)
  return (
    <>
      <div role="alert" className="empty:absolute">
        {move.error !== null && <Notice tone="danger">{errorMessage(move.error)}</Notice>}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        {payout.status === 'failed' ? (
          <Button kind="secondary" busy={move.busy} disabled={isOffline} onClick={() => void move.run('pending')}>
            <Trans>Request again</Trans>
          </Button>
        ) : (
          <Button kind="secondary" aria-haspopup="dialog" disabled={isOffline} onClick={() => setOpen('change')}>
            <Trans>Change payout</Trans>
          </Button>
        )}
        <Button
          kind="secondary"
          aria-haspopup="dialog"
          busy={move.busy}
          disabled={isOffline}
          onClick={() => setOpen('cancel')}
        >
          <Trans>Cancel payout</Trans>
        </Button>
      </div>
      {open === 'change' && (
        <ChangeDialog {...{ payout, available, minimum, onChanged }} onClose={() => setOpen(null)} />
      )}
      {open === 'cancel' && (
        <Dialog
          title={t`Cancel this payout?`}
          onClose={() => setOpen(null)}
          actions={
            <>
              <Button
                kind="danger"
                onClick={() => {
                  setOpen(null)
                  void move.run('canceled')
                }}
              >
                <Trans>Cancel payout</Trans>
              </Button>
              <Button kind="secondary" onClick={() => setOpen(null)}>
                <Trans>Keep payout</Trans>
              </Button>
            </>
          }
        >
          <p>
            <Trans>{amount} becomes available again.</Trans>
          </p>
        </Dialog>
      )}
    </>
  )
}

function useStatuses(): Record<Status, string> {
  const { t } = useLingui()
  return {
    pending: t`Waiting for review`,
    approved: t`Approved`,
    processing: t`Being paid`,
    paid: t`Paid`,
    failed: t({ message: 'Failed', context: 'a payout' }),
    rejected: t`Rejected`,
    canceled: t`Canceled`,
  }
}
