/** A line of a checkout with its product. Amounts are in tokens. */
export type Bought = {
  productId: string
  performerId: string
  type: 'physical' | 'digital'
  name: string
  pictureFileId: string | null
  fileIds: string[]
  unitPrice: number
  quantity: number
  /** The product's shipping; that of files does not count. */
  shippingPrice: number
}

/** One order to be made: of one seller, and of parcels or of files. */
export type PlannedOrder = Pick<Bought, 'performerId' | 'type'> & {
  lines: (Bought & { discount: number })[]
  discount: number
  shipping: number
  tokens: number
}

/**
 * The orders of a checkout, in an order that does not depend on that of the lines. `discount` is spread over the lines of the
 * seller whom the coupon is for, or over all with `of` null.
 */
export function planOrders(
  bought: readonly Bought[],
  { discount, of }: { discount: number; of: string | null },
): PlannedOrder[] {
  const worth = bought.map((line) => (of === null || line.performerId === of ? line.unitPrice * line.quantity : 0))
  const parts = spread(discount, worth)
  const lines = bought.map((line, index) => ({ ...line, discount: parts[index] ?? 0 }))
  const groups = Map.groupBy(lines, ({ performerId, type }) => `${performerId} ${type}`)
  return [...groups.keys()].toSorted().flatMap((key) => {
    const [first, ...rest] = groups.get(key) ?? []
    return first ? [orderOf([first, ...rest])] : []
  })
}

function orderOf(lines: [Bought & { discount: number }, ...(Bought & { discount: number })[]]): PlannedOrder {
  const [{ performerId, type }] = lines
  const shipping = type === 'digital' ? 0 : Math.max(...lines.map(({ shippingPrice }) => shippingPrice))
  const discount = sum(lines.map((line) => line.discount))
  const tokens = sum(lines.map(({ unitPrice, quantity }) => unitPrice * quantity)) - discount + shipping
  return { performerId, type, lines, discount, shipping, tokens }
}

/**
 * Splits a whole number in proportion to `weights`, by largest remainder: the parts are whole and sum to it. No part is larger
 * than its weight where `total` is not larger than all of them.
 */
export function spread(total: number, weights: readonly number[]): number[] {
  const all = sum(weights)
  if (all === 0) return weights.map(() => 0)
  // Whole numbers throughout: products of tokens leave what a double holds exactly.
  const exact = weights.map((weight) => BigInt(total) * BigInt(weight))
  const parts = exact.map((part) => Number(part / BigInt(all)))
  const remainders = exact.map((part, index) => ({ index, rest: Number(part % BigInt(all)) }))
  const largestFirst = remainders.toSorted((a, b) => b.rest - a.rest || a.index - b.index)
  for (const { index } of largestFirst.slice(0, total - sum(parts))) parts[index] = (parts[index] ?? 0) + 1
  return parts
}

/** The worth of `count` pieces of a line, of the `paid` tokens; all of them are worth all. */
export function worthOfPieces(paid: number, count: number, quantity: number): number {
  return count >= quantity ? paid : Number((BigInt(paid) * BigInt(count)) / BigInt(quantity))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
