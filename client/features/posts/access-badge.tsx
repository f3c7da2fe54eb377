import { Plural, Trans } from '@lingui/react/macro'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { Coins, Star, UserCheck } from 'lucide-react'
import { Badge } from '../../ui/controls/badge.tsx'

/** Who a post is for; nothing where it is for everybody. */
export function AccessBadge({ post: { access, price } }: { post: Pick<Post, 'access' | 'price'> }) {
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
      return (
        <Badge tone="star" className="[&_svg]:size-3.5">
          <Coins aria-hidden="true" />
          <Plural value={price} one="# token" other="# tokens" />
        </Badge>
      )
  }
}
