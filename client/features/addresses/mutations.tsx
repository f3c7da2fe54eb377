import { Trans } from '@lingui/react/macro'
import type { AllMutationWords } from '../../core/sync/mutation-words.ts'

const area = { Heading: () => <Trans>Addresses</Trans> }

export const addressMutations = {
  'address.save': {
    Label: () => <Trans>Save address</Trans>,
    Description: ({ args: { changes } }) =>
      changes?.name ? <Trans>Save the address of {changes.name}</Trans> : <Trans>Change an address</Trans>,
    area,
  },
  'address.remove': {
    Label: () => <Trans>Remove address</Trans>,
    Description: () => <Trans>Remove an address</Trans>,
    area,
  },
} satisfies Partial<AllMutationWords>
