import { Trans, useLingui } from '@lingui/react/macro'
import { CardRemoved } from '@vesper/sync/vesper/api/cards.ts'
import type { Card } from '@vesper/sync/vesper/api/cards.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import { callApi } from '../../core/api/api.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { nameOfCard } from '../../entities/payments/name-of-card.ts'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Notice } from '../../ui/form/notice.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { ListItem } from '../../ui/list/list-item.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { announce } from '../../ui/text/announcer.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import { listFormat } from '../../ui/text/number-format.ts'

type Props = { card: Card; isOffline: boolean; onChanged: () => void }

/** One saved card: what it is, how long it works, what it renews, and the ways to change that. */
export function CardRow({ card, isOffline, onChanged }: Props) {
  const { t, i18n } = useLingui()
  const [isAsking, setAsking] = useState(false)
  const action = useAction(async (work: 'remove' | 'first') => {
    const path = `/payment-cards/${card._id}`
    if (work === 'remove') {
      await callApi({ method: 'DELETE', path, answer: CardRemoved })
      announce(t`Card removed`)
    } else await callApi({ method: 'PUT', path: `${path}/default`, answer: Done })
    onChanged()
  })
  const names = listFormat(i18n.locale).format(card.subscriptions.map(({ name }) => name))
  const name = nameOfCard(card)
  const canPay = card.status === 'active' || card.status === 'expiring'
  return (
    <li className="grid gap-1 rounded-card border border-line bg-surface p-2 shadow-card">
      <ListItem
        leading={<CreditCard className="size-6 text-muted" aria-hidden="true" />}
        title={<bdi>{name}</bdi>}
        subtitle={
          <span className={cx(card.status !== 'active' && 'font-semibold text-warn-ink')}>
            <Validity card={card} />
          </span>
        }
        trailing={card.isDefault && <span className="text-sm text-muted">{t`Offered first`}</span>}
      />
      {names !== '' && <p className="px-3 text-sm text-muted">{t`Renews ${names}`}</p>}
      <div role="alert" className="empty:absolute">
        {action.error !== null && <Notice tone="danger">{errorMessage(action.error)}</Notice>}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        {canPay && !card.isDefault && (
          <Button
            kind="secondary"
            aria-label={`${t`Offer first`}: ${name}`}
            busy={action.busy}
            disabled={isOffline}
            onClick={() => void action.run('first')}
          >
            <Trans>Offer first</Trans>
          </Button>
        )}
        <Button
          kind="secondary"
          aria-label={`${t`Remove card`}: ${name}`}
          busy={action.busy}
          disabled={isOffline}
          onClick={() => setAsking(true)}
        >
          <Trans>Remove card</Trans>
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t`Remove ${name}?`}
          yes={<Trans>Remove card</Trans>}
          onYes={() => {
            setAsking(false)
            void action.run('remove')
          }}
          onClose={() => setAsking(false)}
        >
          {names === '' ? (
            <Trans>It pays nothing any more.</Trans>
          ) : (
            <Trans>It stops renewing: {names}. They stay open until they run out.</Trans>
          )}
        </ConfirmDialog>
      )}
    </li>
  )
}

function Validity({ card: { status, expMonth, expYear } }: { card: Card }) {
  const { i18n } = useLingui()
  const month = formatDate(new Date(expYear, expMonth - 1), i18n.locale, { month: 'long', year: 'numeric' })
  if (status === 'blocked') return <Trans>Blocked: a payment with it was taken back.</Trans>
  if (status === 'expired') return <Trans>Expired: {month}</Trans>
  return status === 'expiring' ? <Trans>Expires soon: {month}</Trans> : <Trans>Expires {month}</Trans>
}
