import type { RefusalDetail } from '@vesper/sync/engine/protocol/refusal.ts'
import type { CartLine } from '@vesper/sync/vesper/records/cart-line.ts'
import { vatIn } from '@vesper/sync/vesper/records/vat.ts'
import { centsOfTokens } from '../../ui/text/format-money.ts'
import { collator } from '../../ui/text/number-format.ts'

/** A line that is about to be bought. Tokens. */
export type ReviewLine = {
  productId: string
  quantity: number
  price: number
  product: CartLine['product']
  /** How its creator sells; undefined until the server has told. */
  sellerKind: CartLine['sellerKind']
}

/** One order to be: of one seller, and of parcels or of files. */
export type ReviewGroup = {
  key: string
  performer: CartLine['product']['performer']
  type: 'physical' | 'digital'
  lines: ReviewLine[]
  sellerKind: CartLine['sellerKind']
  /** Tokens of the lines. */
  subtotal: number
  shipping: number
}

/** The differences that the server has answered, by product; the texts are its own. */
export type Changes = {
  /** Prices that are another by now. */
  prices: Readonly<Record<string, number>>
  /** Sentences for a line. */
  notes: Readonly<Record<string, readonly string[]>>
  /** The sum of everything; null where that was right. */
  total: number | null
}

/** A coupon, and the tokens that it takes off the lines that it was asked for. */
export type AppliedCoupon = { code: string; discount: number; about: string }

export const noChanges: Changes = { prices: {}, notes: {}, total: null }

/** The lines of a cart that can be had, at the price that stands, without those that the buyer leaves out. */
export function linesToBuy(
  lines: readonly CartLine[],
  { prices, leftOut }: { prices: Changes['prices']; leftOut: ReadonlySet<string> },
): ReviewLine[] {
  return lines
    .filter(({ _id, isAvailable, product }) => isAvailable && product.availability !== 'none' && !leftOut.has(_id))
    .map(({ _id: productId, quantity, product, sellerKind }) => ({
      productId,
      // A file is had once.
      quantity: product.type === 'digital' ? 1 : Math.min(quantity, product.left ?? quantity),
      price: prices[productId] ?? product.price,
      ...{ product, sellerKind },
    }))
    .toSorted((a, b) => a.productId.localeCompare(b.productId))
}

/** The orders that these lines make, by the name of the seller; parcels before files. */
export function groupOrders(lines: readonly ReviewLine[], locale: string): ReviewGroup[] {
  const { compare } = collator(locale, { numeric: true })
  const groups = Map.groupBy(lines, ({ product: { performer, type } }) => `${performer._id} ${type}`)
  return [...groups.entries()]
    .flatMap(([key, own]) => {
      const sorted = own.toSorted((a, b) => compare(a.product.name, b.product.name))
      const [first] = sorted
      if (!first) return []
      const { performer, type } = first.product
      const subtotal = sum(sorted.map(({ price, quantity }) => price * quantity))
      // A line that was added a moment ago does not know it yet.
      const sellerKind = sorted.find((line) => line.sellerKind !== undefined)?.sellerKind
      return { key, performer, type, lines: sorted, sellerKind, subtotal, shipping: shippingOf(sorted) }
    })
    .toSorted(
      (a, b) =>
        compare(a.performer.name, b.performer.name) ||
        compare(a.performer._id, b.performer._id) ||
        b.type.localeCompare(a.type),
    )
}

/** The highest of the lines, once; files come without. */
function shippingOf(lines: readonly ReviewLine[]): number {
  return Math.max(0, ...lines.map(({ product }) => (product.type === 'physical' ? product.shippingPrice : 0)))
}

/** Tokens that the orders come to. */
export function totalOf(groups: readonly ReviewGroup[], discount: number): number {
  return sum(groups.map(({ subtotal, shipping }) => subtotal + shipping)) - discount
}

/** Cents of tax in the prices. Each order is taxed by itself; a coupon's part of each is the server's to say. */
export function vatOf(
  { groups, discount, total }: { groups: readonly ReviewGroup[]; discount: number; total: number },
  { tokenValue, taxBps }: { tokenValue: number; taxBps: number },
): number {
  const paid = discount > 0 ? [total] : groups.map(({ subtotal, shipping }) => subtotal + shipping)
  return sum(paid.map((tokens) => vatIn(centsOfTokens(tokens, tokenValue), taxBps)))
}

/** The news of a refused checkout about its lines, which stand as they were sent. */
export function changesOf(details: readonly RefusalDetail[], sent: readonly ReviewLine[]): Changes {
  const prices: Record<string, number> = {}
  const notes: Record<string, string[]> = {}
  let total: number | null = null
  for (const { path, message } of details) {
    if (path === 'total') total = numberOf(message)
    const [, index, field] = /^lines\.(\d+)\.(\w+)$/.exec(path) ?? []
    const line = index === undefined ? undefined : sent[Number(index)]
    if (!line) continue
    const price = field === 'price' ? numberOf(message) : null
    if (price === null) (notes[line.productId] ??= []).push(message)
    else prices[line.productId] = price
  }
  return { prices, notes, total }
}

function numberOf(text: string): number | null {
  return /^\d+$/.test(text) ? Number(text) : null
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}

/** Names the lines that a coupon was asked for, or a consent given to. */
export function aboutOf(lines: readonly ReviewLine[]): string {
  return JSON.stringify(lines.map(({ productId, quantity, price }) => [productId, quantity, price]))
}
