import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Card as PaymentCard } from '@vesper/sync/vesper/api/cards.ts'
import { PackageList } from '@vesper/sync/vesper/api/payments.ts'
import type { TokenPackage } from '@vesper/sync/vesper/api/payments.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { errorMessage } from '../../core/api/error-message.ts'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { $offline } from '../../core/connection/model.ts'
import { parseWhole } from '../../core/forms/parse-whole.ts'
import { $settings } from '../../core/settings/model.ts'
import { nameOfCard } from '../../entities/payments/name-of-card.ts'
import type { Leaving } from '../../entities/payments/top-up/left-payments.ts'
import { PayWith } from '../../entities/payments/top-up/pay-with.tsx'
import { useTopUp } from '../../entities/payments/top-up/use-top-up.ts'
import type { Bought, Chosen } from '../../entities/payments/top-up/use-top-up.ts'
import { useUsableCards } from '../../entities/payments/use-usable-cards.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Card } from '../../ui/list/card.tsx'
import { centsOfTokens, formatMoney } from '../../ui/text/format-money.ts'
import { CouponField } from './coupon-field.tsx'
import type { AppliedCoupon } from './coupon-field.tsx'

type Props = {
  missing: number | undefined
  /** The payment that the tokens are for, which the pay page leads back to. */
  leaving: Leaving | null
  onPaid: () => void
}

/** Buys tokens: a package, or any number. The price stands before the pay page opens. */
export function TopUpForm({ missing, leaving, onPaid }: Props) {
  const { t, i18n } = useLingui()
  const [isOffline, settings] = useUnit([$offline, $settings])
  const { data: packages, error: unread, mutate } = useKeptAnswer('/package/token/search', PackageList)
  const least = settings ? Math.ceil(settings.minimumWalletPrice / settings.tokenValue - 1e-9) : 1
  const most = settings ? Math.floor(settings.maximumWalletPrice / settings.tokenValue + 1e-9) : 1
  const [packageId, setPackageId] = useState<string | null>(null)
  const [typed, setTyped] = useState(missing === undefined ? '' : String(Math.max(missing, least)))
  const cards = useUsableCards()
  const [cardChosen, setCardChosen] = useState<string | null>(null)
  const cardId = cardChosen ?? cards.find(({ isDefault }) => isDefault)?._id ?? ''
  const [coupon, setCoupon] = useState<AppliedCoupon | null>(null)
  const clear = () => {
    // The form stands empty afterwards: one press more is not another payment.
    setCoupon(null)
    setPackageId(null)
    setTyped('')
    onPaid()
  }
  // The price of a package may have changed.
  const action = useTopUp({ leaving, onPaid: clear, onRefused: () => void mutate() })
  const chosenPackage = packages?.data.find(({ _id }) => _id === packageId)
  const tokens = parseWhole(typed)
  const isInBounds = tokens !== null && tokens >= least && tokens <= most
  const bought: Bought | null = chosenPackage
    ? { packageId: chosenPackage._id, amount: chosenPackage.amount }
    : isInBounds && settings
      ? { tokens, amount: centsOfTokens(tokens, settings.tokenValue) }
      : null
  const lowered = bought && coupon?.before === bought.amount ? coupon : null
  const card = cards.find(({ _id }) => _id === cardId)
  const chosen: Chosen | null = bought && {
    ...bought,
    ...(lowered && { amount: lowered.amount, couponCode: lowered.code }),
    ...(card && { cardId: card._id }),
  }
  const price = chosen && settings && formatMoney(chosen.amount, settings.currency, i18n.locale)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen) void action.run(chosen)
  }
  return (
    <Card>
      <form onSubmit={submit} className="grid gap-4" noValidate>
        <h2 className="text-lg font-semibold">
          <Trans>Top up</Trans>
        </h2>
        {unread !== undefined && !packages && <Notice tone="danger">{errorMessage(unread)}</Notice>}
        {packages && packages.data.length > 0 && (
          <Packages
            packages={packages.data}
            chosen={packageId}
            onChoose={(id) => {
              setPackageId(id)
              setTyped('')
            }}
          />
        )}
        <TextField
          label={t`Tokens`}
          hint={settings && t`Any number from ${least} to ${most}.`}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          error={typed === '' || isInBounds ? undefined : t`Choose whole tokens, from ${least} to ${most}.`}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setPackageId(null)
          }}
        />
        {bought && settings && (
          <CouponField amount={bought.amount} applied={lowered} currency={settings.currency} onApplied={setCoupon} />
        )}
        {cards.length > 0 && <PayWith cards={cards} chosen={card?._id ?? ''} onChoose={setCardChosen} />}
        <Notices failure={action.failureOf(chosen ? [chosen] : [])} isOffline={isOffline} />
        <PayButton card={card} price={price || null} busy={action.busy} disabled={isOffline || chosen === null} />
      </form>
    </Card>
  )
}

function Notices({ failure, isOffline }: { failure: string | null; isOffline: boolean }) {
  return (
    <>
      <div role="alert" className="empty:absolute">
        {failure !== null && <Notice tone="danger">{failure}</Notice>}
      </div>
      {isOffline && (
        <Notice tone="warning">
          <Trans>Buying tokens needs a connection.</Trans>
        </Notice>
      )}
    </>
  )
}

type PackagesProps = { packages: readonly TokenPackage[]; chosen: string | null; onChoose: (id: string) => void }

function Packages({ packages, chosen, onChoose }: PackagesProps) {
  const { t } = useLingui()
  return (
    <div role="radiogroup" aria-label={t`Packages`} className="grid grid-cols-1 gap-2 min-[360px]:grid-cols-2">
      {packages.map((one) => (
        <PackageChoice key={one._id} one={one} isChosen={chosen === one._id} onChoose={() => onChoose(one._id)} />
      ))}
    </div>
  )
}

function PackageChoice({ one, isChosen, onChoose }: { one: TokenPackage; isChosen: boolean; onChoose: () => void }) {
  const { i18n } = useLingui()
  return (
    <label className="grid cursor-pointer gap-0.5 rounded-card border border-line bg-raised p-4 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <input type="radio" name="package" className="sr-only" checked={isChosen} onChange={onChoose} />
      <span className="text-lg font-bold tabular-nums">
        <Plural value={one.tokens} one="# token" other="# tokens" />
      </span>
      {one.bonus > 0 && (
        <span className="text-sm font-semibold text-ok-ink">
          <Plural value={one.bonus} one="+ # as a gift" other="+ # as a gift" />
        </span>
      )}
      <span className="text-sm text-muted">{formatMoney(one.amount, one.currency, i18n.locale)}</span>
    </label>
  )
}

type PayButtonProps = { card: PaymentCard | undefined; price: string | null; busy: boolean; disabled: boolean }

/** A saved card pays at once; else the pay page asks for one. */
function PayButton({ card, price, ...button }: PayButtonProps) {
  return (
    <Button type="submit" {...button}>
      {card && price ? (
        <Trans>
          Pay {price} with {nameOfCard(card)}
        </Trans>
      ) : (
        <>
          <Trans>Continue to payment</Trans>
          {price && ` · ${price}`}
        </>
      )}
    </Button>
  )
}
