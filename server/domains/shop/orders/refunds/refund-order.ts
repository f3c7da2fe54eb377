import { createHash } from 'node:crypto'
import { LockMode } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { STOCK_MAX } from '@vesper/sync/vesper/records/asset.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { Asset } from '../../../content/assets/entity.ts'
import { ChargeRefund } from '../../../money/money/charges/entity.ts'
import { refundCharge } from '../../../money/money/charges/refund.ts'
import { revokeEntitlement } from '../../../people/grants/commands.ts'
import { worthOfPieces } from '../checkout/plan-orders.ts'
import type { Order, OrderLine } from '../entity.ts'
import type { Locked } from '../lock-order.ts'
import type { Role } from '../machine.ts'
import { sendRefunded } from '../mails.ts'
import { movePayment } from '../move-order.ts'

/** A part of a line: pieces, whose part of the price goes back, or tokens. */
type Part = { lineId: string; quantity?: number | undefined; tokens?: number | undefined }

/**
 * Without `lines` all that is left of the order goes back, its shipping too. `_id` is made by who asks: told twice, it is one
 * refund.
 */
export type OrderRefund = {
  _id?: string | undefined
  lines: readonly Part[]
  restock: boolean
  reason: string
  by: Role
}

/**
 * Gives tokens of a locked order back, line by line, and puts what came back on sale again where `restock` says so. A file
 * whose line is given back closes. Answers the tokens. Refuses as `invalid` more than a line has left, as `conflict` an order
 * of which nothing is left.
 */
export async function refundOrder(tx: Tx, locked: Locked, refund: OrderRefund): Promise<number> {
  const { order, lines } = locked
  const parts = refund.lines.length > 0 ? refund.lines.map((part) => readPart(lines, part)) : lines.map(restOf)
  const left = order.tokens - order.refunded
  const tokens = refund.lines.length > 0 ? sum(parts.map((part) => part.tokens)) : left
  if (left === 0) throw new Refusal('conflict', 'This order was refunded; that is no longer possible.')
  if (tokens === 0) throw new Refusal('invalid', 'Choose what to give back.')
  if (tokens > left) throw tooMuch(left)
  if (refund.restock) await restock(tx, parts)
  for (const { line, quantity, tokens: part } of parts) {
    line.refundedQuantity += quantity
    line.refundedTokens += part
  }
  const { id } = order
  const reason = refund.reason.slice(0, 200) || 'Refund of an order'
  const isWhole = tokens === left
  order.refunded += tokens
  movePayment(tx, locked, { event: isWhole ? 'whole' : 'part', by: refund.by, note: refund.reason })
  await tx.em.flush()
  const key = refund._id === undefined ? `order:${id}:${order.version}` : keyOf(id, { ...refund, _id: refund._id })
  await refundCharge(tx, { chargeId: id, tokens, reason, key })
  await closeFiles(tx, locked)
  await sendRefunded(tx, order, { tokens, reason: refund.reason })
  return tokens
}

/**
 * Tells if the refund of this id was made. Refuses as `conflict` an id that stands for another one. Callers hold the lock of
 * the order.
 */
export async function isRefunded(
  tx: Tx,
  { id }: Pick<Order, 'id'>,
  { _id, ...refund }: Omit<OrderRefund, 'by'>,
): Promise<boolean> {
  if (_id === undefined) return false
  const refunds = await tx.em.find(ChargeRefund, { chargeId: id })
  const known = refunds.find(({ key }) => key.startsWith(`order:${id}:${_id}:`))
  if (known && known.key !== keyOf(id, { _id, ...refund })) {
    throw new Refusal('conflict', 'This was used for something else.')
  }
  return known !== undefined
}

function keyOf(orderId: string, { _id, lines, restock, reason }: Omit<OrderRefund, 'by'> & { _id: string }): string {
  const asked = [lines.map(({ lineId, quantity, tokens }) => [lineId, quantity, tokens]), restock, reason]
  const hash = createHash('sha256').update(JSON.stringify(asked)).digest('base64url')
  return `order:${orderId}:${_id}:${hash.slice(0, 16)}`
}

/** The pieces of lines that are not given back go on sale again. Products are locked in the order of their ids. */
export async function restock(tx: Tx, parts: readonly { line: OrderLine; quantity: number }[]): Promise<void> {
  const id = { $in: parts.map(({ line }) => line.productId) }
  const locked = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' }, refresh: true } as const
  const products = new Map((await tx.em.find(Asset, { id, kind: 'product' }, locked)).map((one) => [one.id, one]))
  for (const { line, quantity } of parts) {
    const product = products.get(line.productId)
    if (product?.stock != null) product.stock = Math.min(product.stock + quantity, STOCK_MAX)
  }
}

/** All of a line that was not given back yet. */
export function restOf(line: OrderLine): { line: OrderLine; quantity: number; tokens: number } {
  return { line, quantity: line.quantity - line.refundedQuantity, tokens: paidFor(line) - line.refundedTokens }
}

/** Files of lines that were given back are open to their buyer no longer. */
export async function closeFiles(tx: Tx, { order, lines }: Pick<Locked, 'order' | 'lines'>): Promise<void> {
  if (order.type !== 'digital') return
  for (const { productId: objectId, quantity, refundedQuantity } of lines) {
    if (refundedQuantity < quantity) continue
    await revokeEntitlement(tx, { userId: order.buyerId, objectType: 'product', objectId })
  }
}

function readPart(lines: readonly OrderLine[], { lineId, quantity, tokens }: Part) {
  const line = lines.find(({ id }) => id === lineId)
  if (!line) throw new Refusal('invalid', 'This order has no such line.')
  const rest = restOf(line)
  if (tokens !== undefined) {
    if (tokens > rest.tokens) throw tooMuch(rest.tokens)
    // A line of which every token went back is given back as a whole.
    return { line, tokens, quantity: tokens === rest.tokens ? rest.quantity : 0 }
  }
  const pieces = quantity ?? rest.quantity
  if (pieces > rest.quantity) throw new Refusal('invalid', `Only ${rest.quantity} of this are left to give back.`)
  const after = line.refundedQuantity + pieces
  if (after === line.quantity) return { line, quantity: pieces, tokens: rest.tokens }
  const paid = paidFor(line)
  const worth = worthOfPieces(paid, after, line.quantity) - worthOfPieces(paid, line.refundedQuantity, line.quantity)
  return { line, quantity: pieces, tokens: Math.min(worth, rest.tokens) }
}

function paidFor({ unitPrice, quantity, discount }: OrderLine): number {
  return unitPrice * quantity - discount
}

function tooMuch(left: number): Refusal {
  return new Refusal('invalid', `You can refund ${left} tokens at most.`)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
