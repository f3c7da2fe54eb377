import { Trans } from '@lingui/react/macro'
import type { AllMutationWords } from '../../core/sync/mutation-words.ts'

export const voteMutations = {
  'vote.set': {
    Label: () => <Trans>A vote</Trans>,
    Description: () => <Trans>Vote in a poll</Trans>,
    area: { group: 'votes', Heading: () => <Trans>Votes</Trans> },
  },
} satisfies Partial<AllMutationWords>

export const reactionMutations = {
  'reaction.set': {
    Label: () => <Trans>A like or bookmark</Trans>,
    Description: ({ args: { action, on } }) => <Reaction action={action} isOn={!!on} />,
    area: { group: 'reactions', Heading: () => <Trans>Likes and bookmarks</Trans> },
  },
} satisfies Partial<AllMutationWords>

function Reaction({ action, isOn }: { action: 'like' | 'bookmark' | undefined; isOn: boolean }) {
  if (action === 'like') return isOn ? <Trans>Like a post</Trans> : <Trans>Unlike a post</Trans>
  return isOn ? <Trans>Bookmark a post</Trans> : <Trans>Remove a bookmark</Trans>
}
