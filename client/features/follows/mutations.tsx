import { Trans } from '@lingui/react/macro'
import type { AllMutationWords } from '../../core/sync/mutation-words.ts'

export const followMutations = {
  'follow.set': {
    Label: () => <Trans>Following</Trans>,
    Description: ({ args: { performer, following } }) => <Follow name={performer?.name} isFollowing={!!following} />,
    area: { group: 'follows', Heading: () => <Trans>Following</Trans> },
  },
} satisfies Partial<AllMutationWords>

function Follow({ name: written, isFollowing }: { name: string | undefined; isFollowing: boolean }) {
  if (!written) return isFollowing ? <Trans>Follow a creator</Trans> : <Trans>Unfollow a creator</Trans>
  const name = <bdi>{written}</bdi>
  return isFollowing ? <Trans>Follow {name}</Trans> : <Trans>Unfollow {name}</Trans>
}
