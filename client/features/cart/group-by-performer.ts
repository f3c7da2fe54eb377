import type { CartLine } from '@vesper/sync/vesper/records/cart-line.ts'
import { collator } from '../../ui/text/number-format.ts'
import { obtainable } from './line-changes.ts'

/** The lines that one creator would send together. */
export type CartGroup = {
  performer: CartLine['product']['performer']
  lines: CartLine[]
  /** Tokens, of what can be had, at the price as it is. */
  subtotal: number
}

/** Performers and their lines by name: a line that changes, or comes back, keeps its place. */
export function groupByPerformer(lines: readonly CartLine[], locale: string): CartGroup[] {
  const { compare } = collator(locale, { numeric: true })
  const byPerformer = Map.groupBy(lines, ({ product }) => product.performer._id)
  const groups = [...byPerformer.values()].flatMap((own): CartGroup[] => {
    const sorted = own.toSorted((a, b) => compare(a.product.name, b.product.name) || compare(a._id, b._id))
    return sorted[0] ? [{ performer: sorted[0].product.performer, lines: sorted, subtotal: subtotalOf(sorted) }] : []
  })
  return groups.sort((a, b) => compare(a.performer.name, b.performer.name) || compare(a.performer._id, b.performer._id))
}

function subtotalOf(lines: readonly CartLine[]): number {
  return lines.reduce((sum, line) => sum + obtainable(line) * line.product.price, 0)
}
