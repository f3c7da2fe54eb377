import { Trans } from '@lingui/react/macro'
import type { AllMutationWords } from '../../core/sync/mutation-words.ts'

export const moderationMutations = {
  'block.set': {
    Label: () => <Trans>Blocked people</Trans>,
    Description: ({ args: { user, blocked } }) => <Block name={user?.name} isBlocked={!!blocked} />,
    area: { group: 'blocks', Heading: () => <Trans>Blocked people</Trans> },
  },
} satisfies Partial<AllMutationWords>

function Block({ name: written, isBlocked }: { name: string | undefined; isBlocked: boolean }) {
  if (!written) return isBlocked ? <Trans>Block somebody</Trans> : <Trans>Unblock somebody</Trans>
  const name = <bdi>{written}</bdi>
  return isBlocked ? <Trans>Block {name}</Trans> : <Trans>Unblock {name}</Trans>
}
