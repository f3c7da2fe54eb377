import { Trans } from '@lingui/react/macro'
import type { AllMutationWords } from '../../core/sync/mutation-words.ts'

export const notificationMutations = {
  'notification.read-all': {
    Label: () => <Trans>Activity marked as read</Trans>,
    Description: () => <Trans>Mark activity as read</Trans>,
    area: { group: 'notifications', Heading: () => <Trans>Activity</Trans> },
  },
} satisfies Partial<AllMutationWords>
