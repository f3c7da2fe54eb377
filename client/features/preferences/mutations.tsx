import { Trans } from '@lingui/react/macro'
import type { AllMutationWords } from '../../core/sync/mutation-words.ts'

export const preferenceMutations = {
  'preferences.update': {
    Label: () => <Trans>App settings</Trans>,
    Description: () => <Trans>Change the app settings</Trans>,
    area: { Heading: () => <Trans>App settings</Trans> },
  },
} satisfies Partial<AllMutationWords>
