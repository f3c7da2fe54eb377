import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Card } from '@vesper/sync/vesper/api/cards.ts'
import { SubscribeAnswer } from '@vesper/sync/vesper/api/subscriptions.ts'
import { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { TERM_MONTHS } from '@vesper/sync/vesper/records/subscription.ts'
import type { Subscription, SubscriptionType } from '@vesper/sync/vesper/records/subscription.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { $offline } from '../../core/connection/model.ts'
import { $settings } from '../../core/settings/model.ts'
import { offeredTerms } from '../../entities/content/offered-terms.ts'
import type { OfferedTerm } from '../../entities/content/offered-terms.ts'
import { BreakNotice } from '../../entities/pauses/break-notice.tsx'
import { usePayment } from '../../entities/payments/use-payment.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { showToast } from '../../ui/overlay/toast.ts'
import { formatDate } from '../../ui/text/date-format.ts'
import { formatMoney } from '../../ui/text/format-money.ts'
import { PayChoice } from './pay-choice.tsx'
import type { WayToPay } from './pay-choice.tsx'
import { firstWay, purchaseOf, termsFor } from './purchase-of.ts'
import { TermChoice } from './term-choice.tsx'
import { useSubscription } from './use-subscription.ts'

/** A coupon, or a creator's offer for a first term. */
type Coupon = { code: string; before: number; amount: number; isOffer?: boolean }

/** A term that was begun, with the way to pay it, its coupon and the consent. */
export type BegunTerm = { type: SubscriptionType; way: WayToPay | null; coupon: Coupon | null; agreedTo: string | null }

type Props = {
  performerId: string
  /** Tokens that can be spent; undefined while they are being read. */
  balance: number | undefined
  /** The saved cards that can pay, the default first. */
  cards: readonly Card[]
  /** Tokens that the next top-up settles first. */
  debt?: number
  /** A choice that was made before, such as before a top-up. */
  begun?: BegunTerm | undefined
  /** Shows the price of a payment, and what it leaves of a balance. */
  summary: (payment: { tokens: number; balance: number | undefined; begun: BegunTerm }) => ReactNode
  /** Takes a coupon or an offer for a price in cents. */
  couponField: (field: {
    type: SubscriptionType
    amount: number
    applied: Coupon | null
    currency: string
    onApplied: (coupon: Coupon | null) => void
  }) => ReactNode
  /** A new card is typed on the pay page of this order, which leads back to the choice. */
  onPayPage?: (page: { orderId: string; checkoutId: string; begun: BegunTerm }) => void
  onPaid?: () => void
  onClose: () => void
}

/** Asks for a term, the way to pay it, and the consent to it, with the price before anything is charged. */
export function SubscribeDialog({ performerId, onClose, ...paying }: Props) {
  const { t } = useLingui()
  const settings = useUnit($settings)
  const { data: creator, error, mutate } = useKeptAnswer(`/performers/${performerId}`, Creator)
  const known = useSubscription(performerId, creator?.pauses)
  // One that was never paid is none yet.
  const held = known?.status === 'incomplete' ? null : known
  const name = creator?.name ?? ''
  const offered = offeredTerms(creator?.subscription, settings?.freeSubscriptionEnabled ?? false)
  const terms = termsFor(held ?? null, offered)
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
      {...{ performerId, title, creator, terms, held, onClose, ...paying }}
      onRefused={() => void mutate()}
      currency={settings.currency}
      tokenCents={Math.round(settings.tokenValue * 100)}
    />
  )
}

type ChoiceProps = Props & {
  title: string
  creator: Creator
  terms: OfferedTerm[]
  currency: string
  tokenCents: number
  /** The subscription that the term is added to; null without one. */
  held: Subscription | null
  /** The prices may have changed. */
  onRefused: () => void
}

function Choice({ performerId, title, creator, terms, currency, tokenCents, held, ...props }: ChoiceProps) {
  const { t, i18n } = useLingui()
  const isOffline = useUnit($offline)
  const [chosen, setChosen] = useState(props.begun?.type ?? terms[0]?.type)
  // The consent is to one term at one price: a price that is told anew asks anew.
  const [agreedTo, setAgreedTo] = useState<string | null>(props.begun?.agreedTo ?? null)
  const [coupon, setCoupon] = useState<Coupon | null>(props.begun?.coupon ?? null)
  const [wayChosen, setWay] = useState<WayToPay | null>(props.begun?.way ?? null)
  const term = terms.find(({ type }) => type === chosen) ?? terms[0]
  const costOf = (cents: number) => Math.ceil(cents / tokenCents)
  const way = wayChosen ?? firstWay({ ...props, held, tokens: costOf(terms[0]?.price ?? 0) })
  const lowered = term && term.price > 0 && coupon?.before === term.price ? coupon : null
  const cents = lowered?.amount ?? term?.price ?? 0
  const order = { performerId, type: term?.type, price: cents, way: cents === 0 ? 'wallet' : way, coupon: lowered }
  const asked = JSON.stringify(term)
  const agreed = agreedTo === asked
  const begun: BegunTerm | null = term ? { type: term.type, way, coupon: lowered, agreedTo } : null
  const scope = `subscription:${performerId}`
  const { onRefused } = props
  const payment = { ...purchaseOf(order), scope, seen: { balance: props.balance, held }, onRefused }
  const { pay, busy, failure, seen, isUnanswered } = usePayment(payment, SubscribeAnswer, ({ checkout }, orderId) => {
    if (checkout) {
      if (begun) props.onPayPage?.({ orderId, checkoutId: checkout.checkoutId, begun })
      return location.assign(checkout.url)
    }
    props.onPaid?.()
    props.onClose()
    void showToast('success', t`You are subscribed. It opens on all your devices.`)
  })
  if (!term || !begun) return null
  const price = formatMoney(cents, currency, i18n.locale)
  const isByWallet = term.price > 0 && way === 'wallet'
  const isShort = isByWallet && (seen.balance === undefined || seen.balance < costOf(cents) || (props.debt ?? 0) > 0)
  return (
    <Dialog
      title={title}
      onClose={props.onClose}
      failure={failure}
      actions={
        <Button
          data-pays
          busy={busy}
          disabled={isOffline || !agreed || (isShort && !isUnanswered)}
          onClick={() => void pay()}
        >
          {term.price === 0 ? <Trans>Subscribe for free</Trans> : <Trans>Subscribe for {price}</Trans>}
        </Button>
      }
    >
      <About held={seen.held} name={creator.name} />
      <BreakNotice creator={creator} />
      <TermChoice terms={terms} chosen={term.type} currency={currency} onChoose={setChosen} />
      {term.price > 0 && (
        <>
          {props.couponField({ type: term.type, amount: term.price, applied: lowered, currency, onApplied: setCoupon })}
          {lowered?.isOffer && <FirstTerm term={term} amount={lowered.amount} currency={currency} />}
          <PayChoice cards={props.cards} chosen={way} onChoose={setWay} />
        </>
      )}
      {isByWallet && props.summary({ tokens: costOf(cents), balance: seen.balance, begun })}
      {term.price > 0 && way === 'new-card' && (
        <p className="text-sm text-muted">
          <Trans>You type the card on the next page. It is saved, and pays the renewals.</Trans>
        </p>
      )}
      {!isByWallet && isOffline && (
        <Notice tone="warning">
          <Trans>Subscribing needs a connection.</Trans>
        </Notice>
      )}
      <Consent
        term={term}
        currency={currency}
        agreed={agreed}
        onAgree={(isAgreed) => setAgreedTo(isAgreed ? asked : null)}
      />
    </Dialog>
  )
}

/** The price of the first term with an offer, and of those that follow. */
function FirstTerm({ term, amount, currency }: { term: OfferedTerm; amount: number; currency: string }) {
  const { i18n } = useLingui()
  const now = formatMoney(amount, currency, i18n.locale)
  const later = formatMoney(term.price, currency, i18n.locale)
  return (
    <p className="font-semibold text-ink">
      {term.type === 'monthly' ? (
        <Trans>
          First month {now}, then {later}.
        </Trans>
      ) : (
        <Trans>
          First term {now}, then {later}.
        </Trans>
      )}
    </p>
  )
}

function About({ held, name }: { held: Subscription | null; name: string }) {
  const { i18n } = useLingui()
  const end = held && formatDate(new Date(held.paidThrough), i18n.locale, { dateStyle: 'medium' })
  return (
    <p>
      {held === null ? (
        <Trans>
          Opens everything that {name} shows to subscribers. You also follow {name}.
        </Trans>
      ) : held.status === 'past_due' ? (
        <Trans>The renewal of {end} is not paid. The new term pays it.</Trans>
      ) : (
        <Trans>You are subscribed until {end}. The new term is added to it.</Trans>
      )}
    </p>
  )
}

type ConsentProps = { term: OfferedTerm; currency: string; agreed: boolean; onAgree: (agreed: boolean) => void }

/** The consent names the price of the renewals, which no coupon lowers. */
function Consent({ term, currency, agreed, onAgree }: ConsentProps) {
  const { i18n } = useLingui()
  const price = formatMoney(term.price, currency, i18n.locale)
  const months = term.type === 'free' ? 0 : TERM_MONTHS[term.type]
  return (
    <Checkbox
      checked={agreed}
      onChange={(event) => onAgree(event.currentTarget.checked)}
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
  )
}
