import { Trans } from '@lingui/react/macro'
import type { AllMutationWords } from '../../core/sync/mutation-words.ts'

export const preferenceMutations = {
  'preferences.update': {
    Label: () => <Trans>Settings of the app</Trans>,
    Description: () => <Trans>Change the settings of the app</Trans>,
    area: { Heading: () => <Trans>Settings of the app</Trans> },
  },
} satisfies Partial<AllMutationWords>
