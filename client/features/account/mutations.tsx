import { Trans } from '@lingui/react/macro'
import type { AllMutationWords } from '../../core/sync/mutation-words.ts'
import { ProfileChanges } from './profile-changes.tsx'

export const accountMutations = {
  'profile.update': {
    Label: () => <Trans>Your profile</Trans>,
    Description: ({ args }) => <ProfileChanges changes={args.changes ?? {}} />,
    area: { Heading: () => <Trans>Your profile</Trans> },
    edit: {
      // Until it is rejected, the change shows in the profile form, where it can be edited.
      states: ['rejected'],
      open: (_args, { isCreator, navigate }) => navigate({ to: isCreator ? '/creator/account' : '/user/account' }),
    },
  },
} satisfies Partial<AllMutationWords>
