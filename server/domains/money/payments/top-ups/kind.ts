import * as v from 'valibot'
import type { MoneyBack, Order, OrderKind } from '../../../../infra/payments/order-kind.ts'
import { holdDisputed, releaseDisputed } from '../../money/charges/hold.ts'
import { post } from '../../money/ledger/post.ts'
import { lockPurse, saveWallet } from '../../money/wallets.ts'
import { comeInLines, takeBackLines } from './lines.ts'

/** The goods of a top-up: tokens, bonus tokens of the platform, and the value of a token in cents. */
const TopUpTerms = v.object({ tokens: v.number(), bonus: v.number(), tokenCents: v.number() })

type TopUpTerms = v.InferOutput<typeof TopUpTerms>

const Taken = v.object({ tokens: v.number(), bonus: v.number() })

/** Tokens that are bought at the provider. */
export const topUpKind: OrderKind = {
  kind: 'top-up',
  describe: (order) => {
    const { tokens, bonus } = termsOf(order)
    return { tokens: tokens + bonus }
  },
  async settle(tx, order) {
    const { id, userId, amount } = order
    const { debt } = await lockPurse(tx, userId)
    const terms = bigTerms(order)
    const lines = comeInLines({ fanId: userId, ...terms, cents: BigInt(amount), debt })
    await post(tx, {
      scope: 'top-up',
      key: id,
      request: { userId, ...terms, amount },
      kind: 'top-up',
      refId: id,
      lines,
    })
    await saveWallet(tx, userId)
  },
  async takeBack(tx, order, { key, reason, before, after, taken }) {
    const { id, userId } = order
    const purse = await lockPurse(tx, userId)
    const wanted = difference(order, { after, taken })
    const request = { fanId: userId, ...wanted, cents: BigInt(after - before) }
    const bonus = wanted.bonus < purse.granted ? wanted.bonus : purse.granted
    const lines = takeBackLines({ ...request, bonus, unspent: purse.paid })
    await post(tx, { scope: 'top-up-back', key, request, kind: reason, refId: id, lines })
    await saveWallet(tx, userId)
    if (reason === 'dispute') {
      // Tokens on hold are not spent yet: what is paid with them is held when it is.
      const unspent = purse.paid + purse.heldPaid
      const spent = request.tokens > unspent ? Number(request.tokens - unspent) : 0
      await holdDisputed(tx, { fanId: userId, tokens: spent, disputeId: key })
    }
    return { tokens: Number(request.tokens), bonus: Number(bonus) }
  },
  async giveBack(tx, order, { key, reason, before, after, taken }) {
    const { id, userId } = order
    const { debt } = await lockPurse(tx, userId)
    const { tokens, bonus, tokenCents } = difference(order, { after, taken })
    const given = { tokens: -tokens, bonus: bonus < 0n ? -bonus : 0n }
    const request = { fanId: userId, ...given, tokenCents, cents: BigInt(before - after) }
    const lines = comeInLines({ ...request, debt })
    const kind = reason === 'dispute' ? 'dispute-won' : 'refund-failed'
    await post(tx, { scope: 'top-up-won', key, request, kind, refId: id, lines })
    // First: what is left of the debt holds the earnings of other disputes alone.
    await releaseDisputed(tx, key)
    await saveWallet(tx, userId)
    return { tokens: Number(tokens), bonus: -Number(given.bonus) }
  },
}

/**
 * The tokens that are to be taken, below 0 to be given, so that those of `after` cents are away. Parts are counted from the
 * whole, so that all parts together are the whole.
 */
function difference(order: Order, { after, taken }: Pick<MoneyBack, 'after' | 'taken'>) {
  const { tokens, bonus, tokenCents } = bigTerms(order)
  const away = v.parse(v.array(Taken), taken)
  const sum = (part: keyof v.InferOutput<typeof Taken>) => BigInt(away.reduce((total, one) => total + one[part], 0))
  const rest = (of: bigint) => (of * BigInt(after)) / BigInt(order.amount)
  return { tokens: rest(tokens) - sum('tokens'), bonus: rest(bonus) - sum('bonus'), tokenCents }
}

function termsOf({ terms }: Order): TopUpTerms {
  return v.parse(TopUpTerms, terms)
}

function bigTerms(order: Order) {
  const { tokens, bonus, tokenCents } = termsOf(order)
  return { tokens: BigInt(tokens), bonus: BigInt(bonus), tokenCents: BigInt(tokenCents) }
}
