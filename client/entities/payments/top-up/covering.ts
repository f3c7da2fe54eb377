import type { TokenPackage } from '@vesper/sync/vesper/api/payments.ts'
import type { PublicSettings } from '@vesper/sync/vesper/api/settings.ts'
import { centsOfTokens } from '../../../ui/text/format-money.ts'
import type { Bought } from './use-top-up.ts'

/** A way to get tokens that are missing. `bonus` comes on top of `tokens`; `bought.amount` is in cents. */
export type Cover = { tokens: number; bonus: number; bought: Bought }

export type Missing = {
  /** Tokens that the payment needs and the wallet has not; below 0 where a debt alone stands in the way. */
  missing: number
  /** Tokens that the next top-up settles first. */
  debt: number
}

type Bounds = Pick<PublicSettings, 'tokenValue' | 'minimumWalletPrice' | 'maximumWalletPrice'>

const MOST = 2

/**
 * The smallest packages that bring what is missing, the smallest first; where no package does, exactly so many tokens, as far
 * as one top-up may bring them. A debt is settled first, by tokens that are paid for.
 */
export function covering(
  packages: readonly TokenPackage[],
  { missing, debt }: Missing,
  { tokenValue, minimumWalletPrice, maximumWalletPrice }: Bounds,
): Cover[] {
  const [least, most] = [Math.round(minimumWalletPrice * 100), Math.round(maximumWalletPrice * 100)]
  const isSold = (amount: number) => amount >= least && amount <= most
  const covers = packages
    .filter(({ tokens, bonus, amount }) => isSold(amount) && tokens >= debt && tokens - debt + bonus >= missing)
    .toSorted((a, b) => a.amount - b.amount)
    .slice(0, MOST)
    .map(({ _id: packageId, tokens, bonus, amount }) => ({ tokens, bonus, bought: { packageId, amount } }))
  if (covers.length > 0) return covers
  const tokens = Math.max(Math.max(0, missing) + debt, Math.ceil(minimumWalletPrice / tokenValue - 1e-9))
  const amount = centsOfTokens(tokens, tokenValue)
  return isSold(amount) ? [{ tokens, bonus: 0, bought: { tokens, amount } }] : []
}
