import { Plural } from '@lingui/react/macro'
import { Badge } from '../../ui/controls/badge.tsx'
import { lineChangesOf } from './line-changes.ts'
import { useCart } from './use-cart.ts'

/** How many products are in the cart, in the colour of a warning where one of them has changed; nothing for none. */
export function CartCount() {
  const lines = useCart().lines ?? []
  if (lines.length === 0) return null
  const hasChanges = lines.some((line) => lineChangesOf(line).length > 0)
  return (
    <Badge tone={hasChanges ? 'star' : 'accent'}>
      <span aria-hidden="true">{lines.length}</span>
      <span className="sr-only">
        <Plural value={lines.length} one="# product" other="# products" />
      </span>
    </Badge>
  )
}
