import { Trans, useLingui } from '@lingui/react/macro'
import { MESSAGE_PRICE_MAX } from '@vesper/sync/vesper/records/message.ts'
import { Coins, X } from 'lucide-react'
import { IconButton } from '../../../ui/controls/button.tsx'
import { parsePrice } from './message-price.ts'
import type { PriceBox } from './message-price.ts'

const FIRST = '50'

/** Begins a price for the next message. */
export function PriceButton({ price: { typed, set } }: { price: PriceBox }) {
  const { t } = useLingui()
  return (
    <IconButton
      label={t`Set a price`}
      className="text-muted"
      aria-pressed={typed != null}
      onClick={() => set(typed == null ? FIRST : null)}
    >
      <Coins className="size-5.5" aria-hidden="true" />
    </IconButton>
  )
}

/** The price of the next message, while one is wanted. */
export function PriceField({ price: { typed, set } }: { price: PriceBox }) {
  const { t } = useLingui()
  if (typed == null) return null
  const isWrong = parsePrice(typed).kind === 'invalid'
  return (
    <div className="grid gap-1 px-2 pb-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <label className="flex items-center gap-2 text-sm font-semibold">
          <Trans>Price in tokens</Trans>
          <input
            value={typed}
            inputMode="numeric"
            autoComplete="off"
            aria-invalid={isWrong}
            aria-describedby="message-price-note"
            onChange={(event) => set(event.currentTarget.value)}
            // A price is not what Enter sends.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            className="min-h-target w-24 rounded-control border border-control bg-bg px-3 text-base tabular-nums focus:border-accent-ink focus:outline-2 focus:outline-offset-0 focus:outline-accent-ink"
          />
        </label>
        <IconButton label={t`Remove the price`} className="text-muted" onClick={() => set(null)}>
          <X className="size-5" aria-hidden="true" />
        </IconButton>
      </div>
      <p id="message-price-note" className={isWrong ? 'text-sm text-danger-ink' : 'text-sm text-muted'}>
        {isWrong ? (
          <Trans>Choose whole tokens, from 1 to {MESSAGE_PRICE_MAX}.</Trans>
        ) : (
          <Trans>The whole message stays locked until it is bought.</Trans>
        )}
      </p>
    </div>
  )
}
