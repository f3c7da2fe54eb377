import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { SubscribeAnswer, SUBSCRIPTION_CONSENT } from '@vesper/sync/vesper/api/subscriptions.ts'
import { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { TERM_MONTHS } from '@vesper/sync/vesper/records/subscription.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { $offline } from '../../core/connection/model.ts'
import { $settings } from '../../core/settings/model.ts'
import { formatDate } from '../../ui/date-format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatMoney } from '../../ui/format-money.ts'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.ts'
import { offeredTerms } from './offered-terms.ts'
import type { OfferedTerm } from './offered-terms.ts'
import { TermChoice } from './term-choice.tsx'
import { usePayment } from '../../core/payments/use-payment.ts'
import { useSubscription } from './use-subscription.ts'

type Props = {
  performerId: string
  /** Tokens that can be spent; undefined while they are being read. */
  balance: number | undefined
  /** Shows the price of a payment, and what it leaves of a balance. */
  summary: (tokens: number, balance: number) => ReactNode
  onClose: () => void
}

/** Asks for a term and for the consent to it, with the price in tokens and money, before anything is charged. */
export function SubscribeDialog({ performerId, onClose, ...paying }: Props) {
  const { t, i18n } = useLingui()
  const settings = useUnit($settings)
  const { data: creator, error } = useKeptAnswer(`/performers/${performerId}`, Creator)
  const held = useSubscription(performerId)
  const name = creator?.name ?? ''
  const terms = offeredTerms(creator?.subscription, settings?.freeSubscriptionEnabled ?? false).filter(
    // Beside a subscription that lasts, only a paid term adds to it.
    ({ type }) => type !== 'free' || !held,
  )
  const title = name ? t`Subscribe to ${name}` : t`Subscribe`
  if (!creator || !settings || held === undefined) {
    return (
      <Dialog title={title} onClose={onClose}>
        {error === undefined ? (
          <Skeleton className="h-40 rounded-card" />
        ) : (
          <Notice tone="danger">
            <Trans>The prices could not be loaded. Check your connection and try again.</Trans>
          </Notice>
        )}
      </Dialog>
    )
  }
  if (terms.length === 0) {
    return (
      <Dialog title={title} onClose={onClose}>
        <p>{held ? <Trans>You are subscribed already.</Trans> : <Trans>This creator takes no subscriptions.</Trans>}</p>
      </Dialog>
    )
  }
  return (
    <Choice
      {...{ performerId, title, name, terms, onClose, ...paying }}
      currency={settings.currency}
      tokenValue={settings.tokenValue}
      until={held && formatDate(new Date(held.paidThrough), i18n.locale, { dateStyle: 'medium' })}
    />
  )
}

type ChoiceProps = Props & {
  title: string
  name: string
  terms: OfferedTerm[]
  currency: string
  tokenValue: number
  /** The end of the term that is paid already; null without one. */
  until: string | null
}

function Choice({ performerId, title, name, terms, currency, tokenValue, until, ...props }: ChoiceProps) {
  const { t, i18n } = useLingui()
  const isOffline = useUnit($offline)
  const [chosen, setChosen] = useState(terms[0]?.type)
  const [agreed, setAgreed] = useState(false)
  const term = terms.find(({ type }) => type === chosen) ?? terms[0]
  const payment = { ...purchaseOf(performerId, term), seen: { balance: props.balance, until } }
  const { pay, busy, failure, seen } = usePayment(payment, SubscribeAnswer, () => {
    props.onClose()
    void showToast('success', t`You are subscribed. It opens on all your devices.`)
  })
  if (!term) return null
  const price = formatMoney(term.price, currency, i18n.locale)
  const tokens = Math.ceil(term.price / Math.round(tokenValue * 100))
  const isShort = seen.balance === undefined || seen.balance < tokens
  const paidThrough = seen.until
  const months = term.type === 'free' ? 0 : TERM_MONTHS[term.type]
  return (
    <Dialog
      title={title}
      onClose={props.onClose}
      actions={
        <Button busy={busy} disabled={isOffline || !agreed || isShort} onClick={() => void pay()}>
          {term.price === 0 ? <Trans>Subscribe for free</Trans> : <Trans>Subscribe for {price}</Trans>}
        </Button>
      }
    >
      <p>
        {seen.until === null ? (
          <Trans>
            Opens everything that {name} shows to subscribers. You also follow {name}.
          </Trans>
        ) : (
          <Trans>You are subscribed until {paidThrough}. The new term is added to it.</Trans>
        )}
      </p>
      <TermChoice terms={terms} chosen={term.type} currency={currency} onChoose={setChosen} />
      {term.price > 0 && props.summary(tokens, seen.balance ?? 0)}
      {term.price === 0 && isOffline && (
        <Notice tone="warning">
          <Trans>Subscribing needs a connection.</Trans>
        </Notice>
      )}
      <Checkbox
        checked={agreed}
        onChange={(event) => setAgreed(event.currentTarget.checked)}
        label={
          <span className="text-sm">
            {term.price === 0 ? (
              <Trans>I agree: it renews for free until I cancel. If it is no longer free, it ends.</Trans>
            ) : (
              <Trans>
                I agree: access begins at once, so I give up my right of withdrawal. It renews for {price} every{' '}
                <Plural value={months} one="month" other="# months" /> until I cancel.
              </Trans>
            )}
          </span>
        }
      />
      <div role="alert" className="empty:absolute">
        {failure !== null && <Notice tone="danger">{failure}</Notice>}
      </div>
    </Dialog>
  )
}

function purchaseOf(performerId: string, term: OfferedTerm | undefined) {
  const body = { performerId, ...term, source: 'wallet', consent: SUBSCRIPTION_CONSENT }
  return { path: '/payment/subscribe/performers', body }
}
