import { Trans } from '@lingui/react/macro'
import type { AllMutationWords } from '../../core/sync/mutation-words.ts'

export const followMutations = {
  'follow.set': {
    Label: () => <Trans>Whom you follow</Trans>,
    Description: ({ args: { performer, following } }) => <Follow name={performer?.name} isFollowing={!!following} />,
    area: { group: 'follows', Heading: () => <Trans>Whom you follow</Trans> },
  },
} satisfies Partial<AllMutationWords>

function Follow({ name, isFollowing }: { name: string | undefined; isFollowing: boolean }) {
  if (!name) return isFollowing ? <Trans>Follow a creator</Trans> : <Trans>Follow a creator no longer</Trans>
  return isFollowing ? <Trans>Follow {name}</Trans> : <Trans>Follow {name} no longer</Trans>
}
