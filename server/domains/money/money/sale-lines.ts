import { PER_CENT } from './cents.ts'
import type { Line } from './ledger/post.ts'
import type { Split } from './split.ts'

/** A sale paid from a wallet: tokens of each kind, the cents that one is worth, and how their money is split. */
export type WalletSale = {
  fanId: string
  performerId: string
  granted: bigint
  paid: bigint
  tokenCents: bigint
  split: Split
}

/** The money that tokens stand for, in units of the ledger. */
export function worthOf(tokens: bigint, tokenCents: bigint): bigint {
  return tokens * tokenCents * PER_CENT
}

/** Tokens that were bought for what they are worth, and tokens given on top. */
export function topUpLines({
  fanId,
  tokens,
  bonus,
  tokenCents,
}: {
  fanId: string
  tokens: bigint
  bonus: bigint
  tokenCents: bigint
}): Line[] {
  const worth = worthOf(tokens, tokenCents)
  return linesOf([
    ['tokens_issued', -tokens],
    ['fan_paid', tokens, fanId],
    ['tokens_promo', -bonus],
    ['fan_granted', bonus, fanId],
    ['gateway_clearing', -worth],
    ['deferred_revenue', worth],
  ])
}

/** Given tokens end. They never were money: the expense comes with their spending. */
export function giftEndedLines(fanId: string, tokens: bigint): Line[] {
  return linesOf([
    ['fan_granted', -tokens, fanId],
    ['tokens_promo', tokens],
  ])
}

/** Bought tokens of a fan pay what the fan owes. */
export function debtSettledLines(
  fanId: string,
  { tokens, tokenCents }: { tokens: bigint; tokenCents: bigint },
): Line[] {
  return linesOf([
    ['fan_paid', -tokens, fanId],
    ['fan_debt', tokens, fanId],
    ['deferred_revenue', -worthOf(tokens, tokenCents)],
    ['chargeback_loss', worthOf(tokens, tokenCents)],
  ])
}

/** A sale. Tokens that were given are an expense of the platform: the creator earns the same from them. */
export function saleLines({ fanId, performerId, granted, paid, tokenCents, split }: WalletSale): Line[] {
  return linesOf([
    ['fan_granted', -granted, fanId],
    ['fan_paid', -paid, fanId],
    ['tokens_spent', granted + paid],
    ['deferred_revenue', -worthOf(paid, tokenCents)],
    ['promo_expense', -worthOf(granted, tokenCents)],
    ['tax', split.tax],
    ['earn_pending', split.share, performerId],
    ['revenue', split.revenue],
  ])
}

/** Tokens of a sale that go back, and their part of each side of it; `earned` is the account that the creator's part is in. */
export function refundLines({ earned, ...sale }: WalletSale & { earned: 'earn_pending' | 'earn_available' }): Line[] {
  return saleLines(sale).map(({ kind, amount, ...line }) => ({
    ...line,
    kind: kind === 'earn_pending' ? earned : kind,
    amount: -amount,
  }))
}

/** A sale that a card paid, or a part of one: negative numbers take it back. `cents` are those of the card. */
export type CardSale = {
  performerId: string
  cents: bigint
  split: Split
  /** The account that the creator's part is in. */
  earned?: 'earn_pending' | 'earn_available'
}

/** A sale that a card paid. */
export function cardSaleLines({ cents, ...sale }: CardSale): Line[] {
  return linesOf([['gateway_clearing', -cents * PER_CENT], ...partsOfSale(sale)])
}

/** A part of a card's sale that comes to the fan's wallet as tokens; a debt is settled first. */
export function cardToWalletLines({
  fanId,
  tokens,
  debt,
  tokenCents,
  ...sale
}: Omit<CardSale, 'cents'> & { fanId: string; tokens: bigint; debt: bigint; tokenCents: bigint }): Line[] {
  const settled = debt < tokens ? debt : tokens
  return linesOf([
    ['tokens_issued', -tokens],
    ['fan_debt', settled, fanId],
    ['fan_paid', tokens - settled, fanId],
    ['chargeback_loss', worthOf(settled, tokenCents)],
    ['deferred_revenue', worthOf(tokens - settled, tokenCents)],
    ...partsOfSale(sale),
  ])
}

function partsOfSale({ performerId, split, earned = 'earn_pending' }: Omit<CardSale, 'cents'>) {
  return [
    ['tax', split.tax],
    [earned, split.share, performerId],
    ['revenue', split.revenue],
  ] as const
}

/** The earnings of a creator become free to be paid out. */
export function maturedLines(performerId: string, amount: bigint): Line[] {
  return linesOf([
    ['earn_pending', -amount, performerId],
    ['earn_available', amount, performerId],
  ])
}

/** A creator asks for money, in units of the ledger: it is held. Below 0, that much of it goes back. */
export function payoutHeldLines(performerId: string, amount: bigint): Line[] {
  return linesOf([
    ['earn_available', -amount, performerId],
    ['payout_held', amount, performerId],
  ])
}

/** Held money leaves the platform, which keeps the fee. */
export function payoutPaidLines(performerId: string, { amount, fee }: { amount: bigint; fee: bigint }): Line[] {
  return linesOf([
    ['payout_held', -amount, performerId],
    ['gateway_clearing', amount - fee],
    ['revenue', fee],
  ])
}

/** Money that came to the provider beyond what was ordered, in units of the ledger. Below 0, that much of it went back. */
export function surplusLines(amount: bigint): Line[] {
  return linesOf([
    ['gateway_clearing', -amount],
    ['surplus', amount],
  ])
}

/** The lines of a transfer; one of nothing is left out. */
export function linesOf(rows: readonly (readonly [Line['kind'], bigint, string?])[]): Line[] {
  return rows
    .filter(([, amount]) => amount !== 0n)
    .map(([kind, amount, ownerId]) => (ownerId === undefined ? { kind, amount } : { kind, amount, ownerId }))
}
