import { v7 } from 'uuid'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { centsOf, PER_CENT } from '../cents.ts'
import { post } from '../ledger/post.ts'
import { cardSaleLines, cardToWalletLines } from '../sale-lines.ts'
import { split } from '../split.ts'
import { lockPurse, saveSpent, saveWallet } from '../wallets.ts'
import { Charge } from './entity.ts'
import { writeRefund } from './refund.ts'
import { tellCreator } from './tell-creator.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** A sale that a card has paid. `orderId` is the order at the provider, `cents` its money. */
export type PaidByCard = Pick<Charge, 'type' | 'fanId' | 'performerId' | 'targetId'> & {
  orderId: string
  cents: number
}

/** Notes a sale that a card has paid, under the lock of its order. Nothing moves in the wallet. Told twice, it throws. */
export async function recordCardSale(tx: Tx, { orderId, cents, ...sale }: PaidByCard): Promise<Charge> {
  const { fanId, performerId, type } = sale
  await lockPurse(tx, fanId)
  const { taxBps, commissionBps, holdDays } = await tx.app.settings.readIn(tx)
  const rates = { taxBps: BigInt(taxBps), commissionBps: BigInt(commissionBps) }
  const parts = split(BigInt(cents) * PER_CENT, rates)
  const id = v7()
  const lines = cardSaleLines({ performerId, cents: BigInt(cents), split: parts })
  const request = { orderId, fanId, performerId, cents }
  const { transferId, isNew } = await post(tx, {
    ...{ scope: 'card-sale', key: orderId, request, kind: type, refId: id, lines },
  })
  if (!isNew) throw new Error(`the order ${orderId} was sold twice`)
  const charge = tx.em.create(Charge, {
    ...{ ...sale, id, orderId, tokens: cents, granted: 0, tokenCents: 1, taxBps, commissionBps, transferId },
    ...{ tax: Number(parts.tax), share: Number(parts.share), revenue: Number(parts.revenue) },
    availableAt: new Date(tx.now.getTime() + holdDays * DAY_MS),
    createdAt: tx.now,
  })
  await tx.em.flush()
  await saveSpent(tx, fanId)
  return charge
}

type Back = { cents: number; reason: string; key: string }

/** Money of a card's sale has gone back to the card: the sale is taken back in proportion, under the lock of its row. */
export async function returnToCard(tx: Tx, charge: Charge, { cents, reason, key }: Back): Promise<void> {
  const { fanId, performerId } = charge
  await lockPurse(tx, fanId)
  await writeRefund(tx, charge, {
    ...{ returned: cents, reason, key },
    linesOf: ({ split: parts, earned }) =>
      cardSaleLines({ performerId, cents: -BigInt(cents), split: negative(parts), earned }),
  })
  close(charge)
  await tx.em.flush()
  await saveSpent(tx, fanId)
  await tellCreator[reason === 'dispute' ? 'dispute' : 'refund'](tx, charge, { cents })
}

/**
 * Brings the money of a card's sale to the fan's wallet, as whole tokens, under the lock of its row; the rest stays with the
 * sale. Answers the tokens.
 */
export async function returnToWallet(tx: Tx, charge: Charge, { cents, reason, key }: Back): Promise<number> {
  const { fanId, performerId } = charge
  const { tokenValue } = await tx.app.settings.readIn(tx)
  const tokenCents = centsOf(tokenValue)
  const tokens = BigInt(cents) / tokenCents
  if (tokens === 0n) return 0
  const { debt } = await lockPurse(tx, fanId)
  await writeRefund(tx, charge, {
    ...{ returned: Number(tokens * tokenCents), reason, key },
    linesOf: ({ split: parts, earned }) =>
      cardToWalletLines({ fanId, performerId, tokens, debt, tokenCents, split: negative(parts), earned }),
  })
  close(charge)
  await saveWallet(tx, fanId)
  await tellCreator.refund(tx, charge, { cents: Number(tokens * tokenCents) })
  return Number(tokens)
}

/** Money that `returnToCard` had taken is here again: the sale counts again. */
export async function regainSale(tx: Tx, charge: Charge, { cents, reason, key }: Back): Promise<void> {
  const { fanId, performerId } = charge
  await lockPurse(tx, fanId)
  // First: the earning goes to where it would be.
  if (charge.state === 'reversed') charge.state = stateOf(charge, tx.now)
  await writeRefund(tx, charge, {
    ...{ returned: -cents, reason, key },
    linesOf: ({ split: parts, earned }) =>
      cardSaleLines({ performerId, cents: BigInt(cents), split: negative(parts), earned }),
  })
  charge.status = 'done'
  await tx.em.flush()
  await saveSpent(tx, fanId)
}

/** The state of an earning that was reversed and comes again. */
function stateOf({ payoutId, availableAt }: Charge, now: Date): Charge['state'] {
  if (payoutId != null) return 'paid'
  return availableAt != null && availableAt <= now ? 'available' : 'pending'
}

function close(charge: Charge): void {
  if (charge.refundedTokens < charge.tokens) return
  charge.status = 'refunded'
  charge.state = 'reversed'
}

function negative({ tax, share, revenue }: ReturnType<typeof split>) {
  return { tax: -tax, share: -share, revenue: -revenue }
}
