import { Trans, useLingui } from '@lingui/react/macro'
import type { Subscription } from '@vesper/sync/vesper/records/subscription.ts'
import { useUnit } from 'effector-react'
import type { ReactNode } from 'react'
import { $offline } from '../../core/connection/model.ts'
import { useContentActions } from '../../entities/content/use-content-actions.ts'
import { nameOfCard } from '../../entities/payments/name-of-card.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import { formatMoney } from '../../ui/text/format-money.ts'

type Props = { subscription: Subscription }

/** How a subscription stands, and the next step where its fan has to do something. */
export function SubscriptionStanding({ subscription }: Props) {
  const { status, card, autoRenew } = subscription
  if (status === 'incomplete') return <Unpaid subscription={subscription} />
  if (status === 'past_due') return <PastDue subscription={subscription} />
  return (
    <>
      <Renewal subscription={subscription} />
      {autoRenew && card?.isUsable === false && <CardIsGone subscription={subscription} />}
    </>
  )
}

function Unpaid({ subscription: { payUrl } }: Props) {
  return (
    <Notice tone="warning">
      <span className="grid justify-items-start gap-2">
        <span>
          <Trans>
            Not paid yet. It opens once the payment is confirmed. Unpaid, it ends by itself after half an hour.
          </Trans>
        </span>
        {payUrl && (
          <PayLink url={payUrl}>
            <Trans>Continue to payment</Trans>
          </PayLink>
        )}
      </span>
    </Notice>
  )
}

function PastDue({ subscription }: Props) {
  const { problem, payUrl, performerId } = subscription
  const isBank = problem === 'authentication'
  const { askToSubscribe } = useContentActions()
  return (
    <Notice tone="warning">
      <span className="grid justify-items-start gap-2">
        <span>
          <Reason subscription={subscription} />
        </span>
        {payUrl ? (
          <PayLink url={payUrl}>{isBank ? <Trans>Confirm payment</Trans> : <Trans>Continue to payment</Trans>}</PayLink>
        ) : (
          problem !== 'creator' && (
            <Button
              kind="secondary"
              onClick={() => askToSubscribe({ type: 'performer', id: performerId, ownerId: performerId })}
            >
              {isBank ? <Trans>Confirm payment</Trans> : <Trans>Pay now</Trans>}
            </Button>
          )
        )}
      </span>
    </Notice>
  )
}

function Reason({ subscription: { problem, accessUntil, retryAt } }: Props) {
  const { i18n } = useLingui()
  const day = (moment: string) => formatDate(new Date(moment), i18n.locale, { dateStyle: 'medium' })
  const [access, retry] = [day(accessUntil), day(retryAt ?? accessUntil)]
  if (problem === 'tokens')
    return <Trans>Not renewed: your wallet has not enough tokens. You have access until {access}.</Trans>
  if (problem === 'creator')
    return <Trans>Not renewed: the account of the creator is closed at the moment. Nothing was charged.</Trans>
  if (problem === 'authentication')
    return <Trans>Not renewed: your bank asks you to confirm the payment. You have access until {access}.</Trans>
  return retryAt === null ? (
    <Trans>
      Not renewed: the card cannot be used any more. Pay with another card or with tokens. You have access until{' '}
      {access}.
    </Trans>
  ) : (
    <Trans>
      Not renewed: the card was declined. It is tried again on {retry}. You have access until {access}.
    </Trans>
  )
}

function Renewal({ subscription: { paidThrough, nextPrice, price, currency } }: Props) {
  const { i18n } = useLingui()
  const end = formatDate(new Date(paidThrough), i18n.locale, { dateStyle: 'medium' })
  const next = formatMoney(nextPrice ?? 0, currency, i18n.locale)
  return (
    <p className="text-sm text-muted">
      {nextPrice === null ? (
        <Trans>Ends on {end}. Nothing more is charged.</Trans>
      ) : nextPrice === 0 ? (
        <Trans>Renews on {end} for free.</Trans>
      ) : nextPrice === price ? (
        <Trans>Renews on {end}.</Trans>
      ) : (
        <Trans>
          Renews on {end} for {next}.
        </Trans>
      )}
      {nextPrice !== null && nextPrice < price && (
        <>
          {' '}
          <Trans>The price has come down.</Trans>
        </>
      )}
    </p>
  )
}

function CardIsGone({ subscription: { card, performerId } }: Props) {
  const name = card ? nameOfCard(card) : ''
  const { askToSubscribe } = useContentActions()
  return (
    <Notice tone="warning">
      <span className="grid justify-items-start gap-2">
        <span>
          <Trans>{name} cannot pay the renewal any more. Add a term with another card or with tokens to go on.</Trans>
        </span>
        <Button
          kind="secondary"
          onClick={() => askToSubscribe({ type: 'performer', id: performerId, ownerId: performerId })}
        >
          <Trans>Add a term</Trans>
        </Button>
      </span>
    </Notice>
  )
}

/** Leads to the page of the provider, which needs a connection. */
function PayLink({ url, children }: { url: string; children: ReactNode }) {
  const isOffline = useUnit($offline)
  if (isOffline) {
    return (
      <span>
        <Trans>Paying needs a connection.</Trans>
      </span>
    )
  }
  return (
    <a href={url} className={buttonClass('secondary')}>
      {children}
    </a>
  )
}
