import { Trans, useLingui } from '@lingui/react/macro'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { OwnPerformer } from '@vesper/sync/vesper/api/performers.ts'
import type { SubscriptionOffer } from '@vesper/sync/vesper/records/subscription.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { callApi } from '../../core/api/api.ts'
import { errorMessage, translated } from '../../core/api/error-message.ts'
import { $offline } from '../../core/connection/model.ts'
import { $settings } from '../../core/settings/model.ts'
import { parsePrice, priceText } from '../../entities/payments/parse-price.ts'
import { useTermNames } from '../../entities/payments/use-term-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { showToast } from '../../ui/overlay/toast.ts'

type Name = keyof SubscriptionOffer['prices']

const FIELDS = [
  ['monthly', 'monthly'],
  ['quarterly', 'quarterly'],
  ['half-yearly', 'halfYearly'],
  ['yearly', 'yearly'],
] as const

type Props = { performerId: string; offer: SubscriptionOffer; onSaved: () => void }

/** The prices of the creator's subscription. Subscribers keep a lower price that they agreed to; the form says so. */
export function PricesForm({ performerId, offer, onSaved }: Props) {
  const { t } = useLingui()
  const names = useTermNames()
  const [isOffline, settings] = useUnit([$offline, $settings])
  const [typed, setTyped] = useState<Record<Name, string>>(() => textsOf(offer.prices))
  const [isFree, setFree] = useState(offer.isFree)
  const prices = Object.fromEntries(FIELDS.map(([, name]) => [name, parsePrice(typed[name])]))
  const isValid = Object.values(prices).every((price) => price !== undefined)
  const save = useAction(async () => {
    const body = { prices, isFree }
    await callApi({ method: 'PUT', path: `/performers/${performerId}`, body, answer: OwnPerformer })
    onSaved()
    void showToast('success', t`Prices saved`)
  })
  const refused = save.error instanceof Refusal ? (save.error.details ?? []) : []
  const errorOf = (name: Name): string | undefined => {
    if (prices[name] === undefined) return t`Enter a price such as 4.95, or leave it empty.`
    const detail = refused.find(({ path }) => path === `prices.${name}`)
    return detail && translated(detail.message)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isValid) void save.run()
  }
  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-4" noValidate>
      <h2 className="text-lg font-semibold">
        <Trans>Prices</Trans>
      </h2>
      <p className="text-sm text-muted">
        <Trans>
          Leave a term empty to sell it no longer. A lower price holds for subscribers with their next renewal. A higher
          one holds once they agree to it.
        </Trans>
      </p>
      <div className="grid grid-cols-1 gap-4 min-[400px]:grid-cols-2">
        {FIELDS.map(([term, name]) => (
          <TextField
            key={name}
            label={names[term]}
            hint={settings?.currency}
            inputMode="decimal"
            autoComplete="off"
            dir="ltr"
            value={typed[name]}
            error={errorOf(name)}
            onChange={(event) => {
              const { value } = event.currentTarget
              setTyped((held) => ({ ...held, [name]: value }))
            }}
          />
        ))}
      </div>
      {settings?.freeSubscriptionEnabled && (
        <Checkbox
          label={<Trans>Free subscription</Trans>}
          checked={isFree}
          onChange={(event) => setFree(event.currentTarget.checked)}
        />
      )}
      <div role="alert" className="empty:absolute">
        {save.error !== null && <Notice tone="danger">{errorMessage(save.error)}</Notice>}
      </div>
      {isOffline && (
        <Notice tone="warning">
          <Trans>Saving prices needs a connection.</Trans>
        </Notice>
      )}
      <Button type="submit" busy={save.busy} disabled={isOffline || !isValid}>
        <Trans>Save prices</Trans>
      </Button>
    </form>
  )
}

function textsOf(prices: SubscriptionOffer['prices']): Record<Name, string> {
  const textOf = (cents: number | null) => (cents === null ? '' : priceText(cents))
  return {
    monthly: textOf(prices.monthly),
    quarterly: textOf(prices.quarterly),
    halfYearly: textOf(prices.halfYearly),
    yearly: textOf(prices.yearly),
  }
}
