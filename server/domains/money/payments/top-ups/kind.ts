import * as v from 'valibot'
import type { Order, OrderKind } from '../../../../infra/payments/order-kind.ts'
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
  async takeBack(tx, order, { key, reason, cents, before }) {
    const { id, userId, amount } = order
    const purse = await lockPurse(tx, userId)
    const { tokens, bonus, tokenCents } = bigTerms(order)
    // Parts are counted from the whole, so that all parts together are the whole.
    const part = (of: bigint) => share(of, before + cents, amount) - share(of, before, amount)
    const request = { fanId: userId, tokens: part(tokens), bonus: part(bonus), tokenCents, cents: BigInt(cents) }
    const bonusTaken = request.bonus < purse.granted ? request.bonus : purse.granted
    const lines = takeBackLines({ ...request, bonus: bonusTaken, unspent: purse.paid })
    await post(tx, { scope: 'top-up-back', key, request, kind: reason, refId: id, lines })
    await saveWallet(tx, userId)
    if (reason === 'dispute') {
      const spent = request.tokens > purse.paid ? Number(request.tokens - purse.paid) : 0
      await holdDisputed(tx, { fanId: userId, tokens: spent, disputeId: key })
    }
    return { tokens: Number(request.tokens), bonus: Number(bonusTaken) }
  },
  async giveBack(tx, order, { key, cents, taken }) {
    const { id, userId } = order
    const { debt } = await lockPurse(tx, userId)
    const { tokens, bonus } = v.parse(Taken, taken)
    const { tokenCents } = bigTerms(order)
    const request = { fanId: userId, tokens: BigInt(tokens), bonus: BigInt(bonus), tokenCents, cents: BigInt(cents) }
    const lines = comeInLines({ ...request, debt })
    await post(tx, { scope: 'top-up-won', key, request, kind: 'dispute-won', refId: id, lines })
    // First: what is left of the debt holds the earnings of other disputes alone.
    await releaseDisputed(tx, key)
    await saveWallet(tx, userId)
  },
}

function termsOf({ terms }: Order): TopUpTerms {
  return v.parse(TopUpTerms, terms)
}

function bigTerms(order: Order) {
  const { tokens, bonus, tokenCents } = termsOf(order)
  return { tokens: BigInt(tokens), bonus: BigInt(bonus), tokenCents: BigInt(tokenCents) }
}

/** The part of something that belongs to `cents` of its price, rounded down. */
function share(of: bigint, cents: number, price: number): bigint {
  return (of * BigInt(cents)) / BigInt(price)
}
