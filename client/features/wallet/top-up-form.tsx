import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CheckoutAnswer, PackageList } from '@vesper/sync/vesper/api/payments.ts'
import type { TokenPackage } from '@vesper/sync/vesper/api/payments.ts'
import { useUnit } from 'effector-react'
import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { v7 } from 'uuid'
import { callApi } from '../../core/api/api.ts'
import { textOf } from '../../core/api/error-message.ts'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { $offline } from '../../core/connection/model.ts'
import { $settings } from '../../core/settings/model.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { centsOfTokens, formatMoney } from './format-money.ts'
import { parseTokens } from './parse-tokens.ts'

type Chosen = { packageId: string; amount: number } | { tokens: number; amount: number }

/** Buys tokens: a package, or any number. The price stands before the pay page opens. */
export function TopUpForm({ missing }: { missing: number | undefined }) {
  const { t, i18n } = useLingui()
  const [isOffline, settings] = useUnit([$offline, $settings])
  const { data: packages, error: unread } = useKeptAnswer('/package/token/search', PackageList)
  const least = settings ? Math.ceil(settings.minimumWalletPrice / settings.tokenValue - 1e-9) : 1
  const most = settings ? Math.floor(settings.maximumWalletPrice / settings.tokenValue + 1e-9) : 1
  const [packageId, setPackageId] = useState<string | null>(null)
  const [typed, setTyped] = useState(missing === undefined ? '' : String(Math.max(missing, least)))
  const order = useRef<{ about: string; _id: string } | null>(null)
  const action = useAction(async (chosen: Chosen) => {
    const about = JSON.stringify(chosen)
    // The same order again leads to the same pay page.
    if (order.current?.about !== about) order.current = { about, _id: v7() }
    const body = { ...chosen, _id: order.current._id }
    const answer = await callApi({ method: 'POST', path: '/payment/wallet/top-up', body, answer: CheckoutAnswer })
    location.assign(answer.url)
  })
  const chosenPackage = packages?.data.find(({ _id }) => _id === packageId)
  const tokens = parseTokens(typed)
  const isInBounds = tokens !== null && tokens >= least && tokens <= most
  const chosen: Chosen | null = chosenPackage
    ? { packageId: chosenPackage._id, amount: chosenPackage.amount }
    : isInBounds && settings
      ? { tokens, amount: centsOfTokens(tokens, settings.tokenValue) }
      : null
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
        {unread !== undefined && !packages && <Notice tone="danger">{textOf(unread)}</Notice>}
        {packages && packages.data.length > 0 && (
          <div role="radiogroup" aria-label={t`Packages`} className="grid grid-cols-1 gap-2 min-[360px]:grid-cols-2">
            {packages.data.map((one) => (
              <PackageChoice
                key={one._id}
                one={one}
                isChosen={packageId === one._id}
                onChoose={() => {
                  setPackageId(one._id)
                  setTyped('')
                }}
              />
            ))}
          </div>
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
        <div role="alert" className="empty:absolute">
          {action.error !== null && <Notice tone="danger">{textOf(action.error)}</Notice>}
        </div>
        {isOffline && (
          <Notice tone="warning">
            <Trans>Buying tokens needs a connection.</Trans>
          </Notice>
        )}
        <Button type="submit" busy={action.busy} disabled={isOffline || chosen === null}>
          <Trans>Continue to payment</Trans>
          {price && ` · ${price}`}
        </Button>
      </form>
    </Card>
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
