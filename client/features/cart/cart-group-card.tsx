import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { TokenPrice } from '../../core/settings/token-price.tsx'
import { LiveAvatar } from '../../entities/live/live-avatar.tsx'
import { Card } from '../../ui/list/card.tsx'
import { CartLineRow } from './cart-line-row.tsx'
import type { LineActions } from './cart-line-row.tsx'
import type { CartGroup } from './group-by-performer.ts'

type Props = LineActions & { group: CartGroup; waiting: ReadonlySet<string> }

/** The lines of one performer, with what they come to. */
export function CartGroupCard({ group, waiting, ...actions }: Props) {
  const { performer, lines, subtotal } = group
  const heading = `cart-${performer._id}`
  return (
    <Card aria-labelledby={heading}>
      <h2 id={heading}>
        <Link
          to="/$profileId"
          params={{ profileId: performer.username ?? performer._id }}
          className="inline-flex min-h-target max-w-full items-center gap-3 font-semibold hover:text-accent-ink"
        >
          <LiveAvatar creator={performer} size="sm" isInLink />
          <bdi className="truncate">{performer.name}</bdi>
        </Link>
      </h2>
      <ul role="list" className="divide-y divide-line">
        {lines.map((line) => (
          <CartLineRow key={line._id} line={line} isWaiting={waiting.has(line._id)} {...actions} />
        ))}
      </ul>
      <p className="flex items-center justify-between gap-3 border-t border-line pt-4 text-lg font-bold">
        <Trans>Subtotal</Trans>
        <TokenPrice value={subtotal} className="justify-end" />
      </p>
    </Card>
  )
}
