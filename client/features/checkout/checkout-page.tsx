import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { CheckoutAnswer, ORDER_CONSENT } from '@vesper/sync/vesper/api/orders.ts'
import type { Address } from '@vesper/sync/vesper/records/address.ts'
import type { Order } from '@vesper/sync/vesper/records/order.ts'
import { useUnit } from 'effector-react'
import { ShoppingBag } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { $contents, $offline } from '../../core/connection/model.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { inOrder } from '../../entities/addresses/address-lines.ts'
import { OrderNote } from '../../entities/orders/order-note.tsx'
import { NeedsConnection } from '../../entities/payments/needs-connection.tsx'
import { forgetLeftPayments } from '../../entities/payments/top-up/left-payments.ts'
import { usePayment } from '../../entities/payments/use-payment.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { Card } from '../../ui/list/card.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { AddressChoice } from './address-choice.tsx'
import { Coupon } from './coupon.tsx'
import { Paid } from './paid.tsx'
import { PayCard } from './pay-card.tsx'
import { ReviewCard } from './review-card.tsx'
import { changesOf } from './review.ts'
import { CHECKOUT_PAGE, leavingWith, typedBefore } from './typed-before.ts'
import type { Typed } from './typed-before.ts'
import { useConsent } from './use-consent.ts'
import { useReview } from './use-review.ts'
import type { Review } from './use-review.ts'

type Props = {
  account: string
  /** The form of a new address, which tells the id of what it has saved. */
  addressForm: (form: { onSaved: (addressId: string) => void; onClose: () => void }) => ReactNode
}

/** The cart as the orders that it makes: what each seller sends, where to, and what it costs, before it is paid. */
export function CheckoutPage({ account, addressForm }: Props) {
  const [paid, setPaid] = useState<readonly Order[] | null>(null)
  const { db } = useSync()
  const contents = useUnit($contents)
  const [typed] = useState(() => typedBefore(account))
  const current = useReview(typed.coupon)
  // The products leave the cart before the answer is there.
  const [inPayment, setInPayment] = useState<Review | null>(null)
  const review = inPayment ?? current
  const addresses = useLiveQuery(async () => inOrder(await db.addresses.toArray()), [db])
  const held = useLiveQuery(async () => (await db.wallets.get(account)) ?? null, [db, account])
  // Nobody is told of 0 tokens whose wallet has not come yet.
  const wallet = held === null && contents === 'here' ? { balance: 0, debt: 0 } : (held ?? undefined)
  if (paid) return <Paid account={account} orders={paid} />
  const isEmpty = review !== undefined && review.lines.length === 0 && review.missing.length === 0
  if (!review || !addresses || !wallet || (isEmpty && contents === 'coming')) return <Reading />
  if (review.lines.length === 0) return <Nothing />
  return (
    <Reviewed
      {...{ account, typed, review, addresses, wallet, addressForm }}
      onPaying={setInPayment}
      onPaid={setPaid}
    />
  )
}

type ReviewedProps = Props & {
  /** Everything that was typed before a top-up. */
  typed: Typed
  review: Review
  addresses: readonly Address[]
  wallet: { balance: number; debt: number }
  /** Null once there is an answer. */
  onPaying: (review: Review | null) => void
  onPaid: (orders: readonly Order[]) => void
}

function Reviewed({ account, typed, review, addresses, wallet, addressForm, ...props }: ReviewedProps) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const [chosen, setChosen] = useState<string | null>(typed.address)
  const [isAdding, setAdding] = useState(false)
  const [note, setNote] = useState(typed.note)
  const { lines, groups, missing, changes, coupon, total } = review
  const hasParcels = groups.some(({ type }) => type === 'physical')
  const { consentTo, consent } = useConsent(lines, typed.consentTo)
  // A parcel never goes to another address than the one that was chosen, also where that one is gone.
  const picked = chosen === null ? addresses[0] : addresses.find(({ _id }) => _id === chosen)
  const address = (hasParcels && picked) || null
  const body = {
    lines: lines.map(({ productId, quantity, price }) => ({ productId, quantity, price })),
    ...{ addressId: address?._id ?? null, total, note: note.trim() },
    ...(coupon && { couponCode: coupon.code }),
    ...(consent?.isGiven && { consent: ORDER_CONSENT }),
  }
  const onRefused = ({ details = [] }: Refusal) => review.onChanges(changesOf(details, lines))
  const sheet = { path: '/orders', body, seen: wallet.balance, onRefused }
  const onOrdered = (orders: readonly Order[]) => {
    forgetLeftPayments(account, CHECKOUT_PAGE)
    props.onPaid(orders)
  }
  const { pay, busy, failure, seen: balance } = usePayment(sheet, CheckoutAnswer, ({ orders }) => onOrdered(orders))
  const payNow = () => {
    props.onPaying(review)
    void pay().then(() => props.onPaying(null))
  }
  const isAddressSent = useIsSent(hasParcels)
  const hasAddress = !hasParcels || (address !== null && isAddressSent)
  const isReady = !isOffline && balance >= total && wallet.debt === 0 && hasAddress && consent?.isGiven !== false
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader title={t`Review your order`} />
      <div className="safe-x grid gap-4 pt-2 pb-12">
        <NeedsConnection />
        <Missing count={missing.length} />
        {groups.map((group) => (
          <ReviewCard
            key={group.key}
            {...{ group, changes, country: address?.country ?? null, onLeaveOut: review.onLeaveOut }}
          />
        ))}
        {hasParcels && (
          <Card className="grid gap-3">
            <h2 className="font-semibold">
              <Trans>Delivery address</Trans>
            </h2>
            <AddressChoice
              addresses={addresses}
              chosen={address?._id ?? null}
              isServed={(country) => lines.every(({ product }) => serves(product, country))}
              error={
                chosen !== null && !address ? t`The address that you chose is not there any more. Choose one.` : null
              }
              onChoose={setChosen}
              onAdd={() => setAdding(true)}
            />
          </Card>
        )}
        <Card className="grid gap-4">
          <OrderNote label={t`Note to the sellers`} hint={<Trans>Optional</Trans>} value={note} onChange={setNote} />
          <Coupon lines={lines} applied={coupon} isOffline={isOffline} onApplied={review.onCoupon} />
        </Card>
        <PayCard
          {...{ review, balance, debt: wallet.debt, isOffline, failure, busy, isReady }}
          leaving={leavingWith({ address: chosen, consentTo, note, coupon })}
          isAddressOnItsWay={hasParcels && address !== null && !isAddressSent}
          consent={consent}
          onPay={payNow}
        />
      </div>
      {isAdding && addressForm({ onSaved: setChosen, onClose: () => setAdding(false) })}
    </main>
  )
}

/** Says how much of the cart is not part of the order. */
function Missing({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Notice tone="warning">
      <Plural
        value={count}
        one="# product of your cart cannot be had now and is not part of this order."
        other="# products of your cart cannot be had now and are not part of this order."
      />
    </Notice>
  )
}

/** An address that is new has to reach the server before it can be sent to. */
function useIsSent(isAsked: boolean): boolean {
  const { db } = useSync()
  return (
    useLiveQuery(async () => {
      const waiting = isAsked ? await db.outbox.where('lane').equals('addresses').toArray() : []
      return waiting.every(({ state }) => state === 'rejected')
    }, [db, isAsked]) ?? false
  )
}

function serves({ type, shipsTo }: Review['lines'][number]['product'], country: string): boolean {
  return type === 'digital' || shipsTo.length === 0 || shipsTo.includes(country)
}

function Nothing() {
  const { t } = useLingui()
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader title={t`Review your order`} />
      <EmptyState
        icon={<ShoppingBag />}
        title={t`There is nothing to buy`}
        action={
          <Link to="/cart" className={buttonClass('secondary')}>
            <Trans>Back to the cart</Trans>
          </Link>
        }
      >
        <Trans>What you have paid is among your orders.</Trans>
      </EmptyState>
    </main>
  )
}

function Reading() {
  const { t } = useLingui()
  return (
    <main aria-busy="true" className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader title={t`Review your order`} />
      <div className="safe-x grid gap-4 pt-2 pb-12">
        <Skeleton className="h-56 rounded-card" />
        <Skeleton className="h-40 rounded-card" />
      </div>
    </main>
  )
}
