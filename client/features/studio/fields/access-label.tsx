import { Trans } from '@lingui/react/macro'
import type { PostAccess } from '@vesper/sync/vesper/records/post.ts'

/** Who may read a post, in a word. */
export function AccessLabel({ access }: { access: PostAccess }) {
  switch (access) {
    case 'public':
      return <Trans>Everyone</Trans>
    case 'followers':
      return <Trans>Followers</Trans>
    case 'subscribers':
      return <Trans>Subscribers</Trans>
    case 'paid':
      return <Trans>Buyers</Trans>
  }
}
