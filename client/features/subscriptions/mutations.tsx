import { Trans } from '@lingui/react/macro'
import type { AllMutationWords } from '../../core/sync/mutation-words.ts'

const area = { group: 'subscriptions', Heading: () => <Trans>Subscriptions</Trans> }

export const subscriptionMutations = {
  'subscription.cancel': {
    Label: () => <Trans>Cancel subscription</Trans>,
    Description: () => <Trans>Stop the renewals of a subscription</Trans>,
    area,
  },
  'subscription.resume': {
    Label: () => <Trans>Resume subscription</Trans>,
    Description: () => <Trans>Renew a subscription again</Trans>,
    area,
  },
} satisfies Partial<AllMutationWords>
