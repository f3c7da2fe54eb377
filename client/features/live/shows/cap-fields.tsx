import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { TokenPrice } from '../../../core/settings/token-price.tsx'
import { LazyTopUpOffer } from '../../../entities/payments/top-up/lazy-top-up-offer.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { Cap } from './cap-of.ts'
import { leavingWithLimit } from './typed-limit.ts'

type Props = {
  /** Tokens a minute. */
  rate: number
  cap: Cap
  typed: string | null
  onType: (typed: string) => void
  balance: number | undefined
  /** Tokens that the next top-up settles first. */
  debt: number
  /** Tokens that are held first. */
  least: number
  page: string
}

/** The price of a show before it begins, and the most that it may cost. */
export function CapFields({ rate, cap, typed, onType, balance, debt, least, page }: Props) {
  const { t } = useLingui()
  // A limit that was typed may be more than the wallet holds: it is sold, too.
  const wanted = Math.max(least, typed === null || cap.error === 'number' ? 0 : (cap.tokens ?? 0))
  const missing = balance === undefined ? 0 : wanted - balance
  const minutes = cap.tokens === null ? 0 : Math.floor(cap.tokens / Math.max(1, rate))
  const error = {
    number: t`Choose whole tokens.`,
    least: t`Choose at least ${least} tokens: they are held first.`,
    balance: t`Your wallet does not hold so much.`,
  }
  return (
    <>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm">
        <dt>
          <Trans>A minute</Trans>
        </dt>
        <dd className="text-end font-semibold text-ink">
          <TokenPrice value={rate} />
        </dd>
        <dt>
          <Trans>Held when it begins</Trans>
        </dt>
        <dd className="text-end">
          <TokenPrice value={least} />
        </dd>
        <dt>
          <Trans>In your wallet</Trans>
        </dt>
        <dd className="text-end">
          {balance === undefined ? (
            <Trans>Not known on this device yet</Trans>
          ) : (
            <Plural value={balance} one="# token" other="# tokens" />
          )}
        </dd>
      </dl>
      {(typed !== null || (missing <= 0 && debt <= 0)) && (
        <TextField
          label={t`Pay at most (tokens)`}
          inputMode="numeric"
          autoComplete="off"
          value={typed ?? (cap.tokens === null ? '' : String(cap.tokens))}
          hint={
            <Plural
              value={minutes}
              one="Enough for # minute. It ends there by itself."
              other="Enough for # minutes. It ends there by itself."
            />
          }
          error={cap.error === null ? undefined : error[cap.error]}
          onChange={(event) => onType(event.currentTarget.value)}
        />
      )}
      {(missing > 0 || debt > 0) && (
        <Suspense fallback={null}>
          <LazyTopUpOffer missing={missing} debt={debt} leaving={leavingWithLimit(page, typed)} />
        </Suspense>
      )}
    </>
  )
}
