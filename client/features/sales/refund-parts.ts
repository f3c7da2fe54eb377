import type { OrderLine } from '@vesper/sync/vesper/records/order.ts'
import { normalizeDigits } from '../../core/i18n/normalize-digits.ts'

/** The input of a seller for one line: whole pieces, or an amount of tokens; empty for nothing. */
export type LineRefund = { pieces: number; tokens: string }

/** Tokens of a line that can still go back. */
export function leftOf({ unitPrice, quantity, discount, refundedTokens }: OrderLine): number {
  return unitPrice * quantity - discount - refundedTokens
}

/** Tokens that a choice gives back; null where it is more than is left, or no whole number. */
export function tokensOf(line: OrderLine, { pieces, tokens }: LineRefund): number | null {
  const typed = normalizeDigits(tokens).trim()
  if (typed !== '') {
    if (!/^\d{1,9}$/.test(typed)) return null
    return Number(typed) <= leftOf(line) ? Number(typed) : null
  }
  if (pieces === 0) return 0
  const paid = line.unitPrice * line.quantity - line.discount
  const isRest = pieces >= line.quantity - line.refundedQuantity
  return isRest ? leftOf(line) : Math.min(leftOf(line), Math.floor((paid * pieces) / line.quantity))
}

/** The lines of a refund as the server takes them. */
export function refundPartsOf(lines: readonly OrderLine[], choices: Readonly<Record<string, LineRefund>>) {
  return lines.flatMap((line) => {
    const choice = choices[line._id] ?? { pieces: 0, tokens: '' }
    const tokens = tokensOf(line, choice)
    if (!tokens) return []
    const isAmount = choice.tokens.trim() !== ''
    return [{ lineId: line._id, ...(isAmount ? { tokens } : { quantity: choice.pieces }) }]
  })
}
