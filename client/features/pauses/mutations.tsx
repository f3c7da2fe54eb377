import { Trans } from '@lingui/react/macro'
import type { AllMutationWords } from '../../core/sync/mutation-words.ts'

const area = { group: 'pauses', Heading: () => <Trans>Pauses</Trans> }

export const pauseMutations = {
  'pause.plan': {
    Label: () => <Trans>A pause</Trans>,
    Description: ({ args: { startsAt } }) =>
      startsAt === null ? <Trans>Begin a pause</Trans> : <Trans>Plan a pause</Trans>,
    area,
  },
  'pause.end': {
    Label: () => <Trans>The end of a pause</Trans>,
    Description: () => <Trans>End a pause</Trans>,
    area,
  },
} satisfies Partial<AllMutationWords>
