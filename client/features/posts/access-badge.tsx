import { Plural, Trans } from '@lingui/react/macro'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { useUnit } from 'effector-react'
import { Coins, Star, UserCheck } from 'lucide-react'
import { $user } from '../../core/session/model.ts'
import { useMoneyOf } from '../../core/settings/token-price.tsx'
import { BoughtBadge } from '../../entities/content/bought-badge.tsx'
import { Badge } from '../../ui/controls/badge.tsx'

/** Who a post is for; nothing where it is for everybody. A post at a price that is open to others than its author was bought. */
export function AccessBadge({
  post: { access, price, isLocked, performerId },
}: {
  post: Pick<Post, 'access' | 'price' | 'isLocked' | 'performerId'>
}) {
  const user = useUnit($user)
  const money = useMoneyOf()(price)
  switch (access) {
    case 'public':
      return null
    case 'followers':
      return (
        <Badge className="[&_svg]:size-3.5">
          <UserCheck aria-hidden="true" />
          <Trans>Followers</Trans>
        </Badge>
      )
    case 'subscribers':
      return (
        <Badge tone="star" className="[&_svg]:size-3.5">
          <Star aria-hidden="true" />
          <Trans>Subscribers</Trans>
        </Badge>
      )
    case 'paid':
      return !isLocked && user && user._id !== performerId ? (
        <BoughtBadge />
      ) : (
        <Badge tone="star" className="[&_svg]:size-3.5">
          <Coins aria-hidden="true" />
          <Plural value={price} one="# token" other="# tokens" />
          {money !== null && ` (${money})`}
        </Badge>
      )
  }
}
