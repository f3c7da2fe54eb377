import type { Tx } from '../../../../infra/database/transaction.ts'
import { PaymentReversal } from './entity.ts'
import type { PaymentOrder } from './entity.ts'
import { orderKindOf } from './order-kinds.ts'

type Status = PaymentReversal['status']

/** A refund or a dispute of an order's payment, as the provider has it. */
export type ToldReversal = Pick<PaymentReversal, 'id' | 'reason' | 'amount' | 'status'>

/** A refund that failed and a dispute that was decided stay so. */
const transitions: Record<Status, readonly Status[]> = {
  done: ['failed'],
  open: ['won', 'lost'],
  ...{ failed: [], won: [], lost: [] },
}

/** The states in which the money is back with the payer. */
const IS_OUT: Record<Status, boolean> = { done: true, open: true, lost: true, failed: false, won: false }

/**
 * Brings an order to where one refund or dispute of its payment stands, under the lock of its row: goods are taken back, or
 * given again, so that the order has what the money that is left pays for. Told late, twice or in another order, it is the
 * same. Answers whether it was news.
 */
export async function followReversal(tx: Tx, order: PaymentOrder, told: ToldReversal): Promise<boolean> {
  const { id, reason, status } = told
  const rows = await tx.em.find(PaymentReversal, { orderId: order.id })
  const known = rows.find((row) => row.id === id)
  if (known && !transitions[known.status].includes(status)) return false
  const [before, taken] = [moneyOut(order, rows), rows.flatMap(takenOf)]
  const own = known ? takenOf(known) : []
  const reversal =
    known ??
    tx.em.create(PaymentReversal, { ...told, orderId: order.id, before, taken: [], createdAt: tx.now, closedAt: null })
  Object.assign(reversal, { status, closedAt: status === 'open' ? null : tx.now })
  const all = known ? rows : [...rows, reversal]
  const after = moneyOut(order, all)
  Object.assign(order, { status: statusOf(order, all), refunded: refundsOf(order, all) })
  await tx.em.flush()
  if (after === before) return true
  const back = {
    ...{ key: id, reason, before, after, isDisputed: isDisputed(all) },
    taken,
  }
  const kind = orderKindOf(tx.app, order)
  const moved = await (after > before ? kind.takeBack(tx, order, back) : kind.giveBack(tx, order, back))
  reversal.taken = [...own, moved]
  await tx.em.flush()
  return true
}

function takenOf({ taken, status }: PaymentReversal): object[] {
  if (Array.isArray(taken)) return taken as object[]
  return status === 'won' || Object.keys(taken).length === 0 ? [] : [taken]
}

/** Cents that are back with the payer: never more than the order cost, whatever the bank has taken on top of refunds. */
function moneyOut({ amount }: PaymentOrder, rows: readonly PaymentReversal[]): number {
  return Math.min(amount, sumOf(rows.filter(({ status }) => IS_OUT[status])))
}

function refundsOf({ amount }: PaymentOrder, rows: readonly PaymentReversal[]): number {
  return Math.min(amount, sumOf(rows.filter(({ reason, status }) => reason === 'refund' && IS_OUT[status])))
}

function sumOf(rows: readonly PaymentReversal[]): number {
  return rows.reduce((sum, { amount }) => sum + amount, 0)
}

function isDisputed(rows: readonly PaymentReversal[]): boolean {
  return rows.some(({ reason, status }) => reason === 'dispute' && IS_OUT[status])
}

/** The status of an order that was paid. */
function statusOf(order: PaymentOrder, rows: readonly PaymentReversal[]): PaymentOrder['status'] {
  if (rows.some(({ status }) => status === 'open')) return 'disputed'
  if (rows.some(({ status }) => status === 'lost')) return 'lost'
  return refundsOf(order, rows) >= order.amount ? 'refunded' : 'paid'
}
