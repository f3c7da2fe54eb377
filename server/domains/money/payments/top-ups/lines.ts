import { PER_CENT } from '../../money/cents.ts'
import type { Line } from '../../money/ledger/post.ts'
import { linesOf, worthOf } from '../../money/sale-lines.ts'

/** Tokens that move for money. `cents` is the money; what it falls short of their worth is at the platform's expense. */
type Moved = { fanId: string; tokens: bigint; bonus: bigint; tokenCents: bigint; cents: bigint }

/**
 * Tokens that were paid for, or whose money the bank has given again. The debt of the fan is settled first, and the rest is in
 * the wallet.
 */
export function comeInLines({ fanId, tokens, bonus, tokenCents, cents, debt }: Moved & { debt: bigint }): Line[] {
  const settled = debt < tokens ? debt : tokens
  const money = cents * PER_CENT
  return linesOf([
    ['tokens_issued', -tokens],
    ['fan_debt', settled, fanId],
    ['fan_paid', tokens - settled, fanId],
    ['tokens_promo', -bonus],
    ['fan_granted', bonus, fanId],
    ['gateway_clearing', -money],
    ['chargeback_loss', worthOf(settled, tokenCents)],
    ['deferred_revenue', worthOf(tokens - settled, tokenCents)],
    ['promo_expense', money - worthOf(tokens, tokenCents)],
  ])
}

/** Tokens whose money went back: those that are unspent are taken, the others are owed. */
export function takeBackLines({
  fanId,
  tokens,
  bonus,
  tokenCents,
  cents,
  unspent,
}: Moved & { unspent: bigint }): Line[] {
  const frozen = unspent < tokens ? unspent : tokens
  const money = cents * PER_CENT
  return linesOf([
    ['fan_paid', -frozen, fanId],
    ['fan_debt', frozen - tokens, fanId],
    ['tokens_issued', tokens],
    ['fan_granted', -bonus, fanId],
    ['tokens_promo', bonus],
    ['gateway_clearing', money],
    ['deferred_revenue', -worthOf(frozen, tokenCents)],
    ['chargeback_loss', -worthOf(tokens - frozen, tokenCents)],
    ['promo_expense', worthOf(tokens, tokenCents) - money],
  ])
}
